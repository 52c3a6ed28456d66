class Account:
    def __init__(self, balance: int, limit: int):
        self.balance = balance
        self.limit = limit


def withdraw(account: Account, amount: int) -> int:
    if amount <= 0 or account.balance - amount < -account.limit:
        return account.balance
    rest = account.balance - amount
    return rest - 5 if rest < 0 else rest
