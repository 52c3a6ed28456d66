def to_remove(text: str) -> int:
    """
    >>> to_remove(")(")
    2
    >>> to_remove("(()())")
    0
    """
    open_ones = 0
    wrong = 0
    for character in text:
        if character == "(":
            open_ones += 1
        elif open_ones > 0:
            open_ones -= 1
        else:
            wrong += 1
    return wrong + open_ones
