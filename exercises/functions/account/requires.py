def requires(account, amount):
    return account.limit >= 0 and account.balance >= -account.limit


class Account:
    pass
