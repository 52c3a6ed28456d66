"""What the account holds, given all amounts that were asked for."""

START = {account}


def balance_after(amounts: list[int]) -> int:
    """After the last amount was paid out, if it could be."""
    held = START
    for amount in amounts:
        if amount <= held and amount % {note} == 0:
            held -= amount
    return held


def balance(amounts: list[int]) -> int:
    """Before the last amount was asked for."""
    return balance_after(amounts[:-1])
