class Account:
    def __init__(self, balance: int, limit: int):
        self.balance = balance
        self.limit = limit


def withdraw(account, amount):
    result = account.balance
    if amount > 0:
        if result + account.limit >= amount:
            result = result - amount
            if result < 0:
                result = result - 5
    return result
