class Account:
    def __init__(self, balance: int, limit: int):
        self.balance = balance
        self.limit = limit


def withdraw(account, amount):
    if amount <= 0 or account.balance + account.limit < amount:
        return account.balance
    rest = account.balance - amount
    if rest <= 0:
        rest -= 5
    return rest
