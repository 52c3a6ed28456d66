class Account:
    def __init__(self, balance: int, limit: int) -> None:
        self.balance = balance
        self.limit = limit

    def withdraw(self, amount: int) -> bool:
        if amount <= 0:
            return False
        if self.balance + self.limit < amount:
            return False
        self.balance -= amount
        if self.balance < 0:
            self.balance -= 5
        return True


def account(before: Account, first: int, second: int) -> int:
    """The balance after two withdrawals; a fee of 5 is taken whenever it is then below zero."""
    before.withdraw(first)
    before.withdraw(second)
    return before.balance
