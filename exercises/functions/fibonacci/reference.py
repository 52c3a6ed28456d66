def fibonacci(n: int) -> int:
    """
    >>> fibonacci(6)
    8
    """
    before, now = 1, 0
    for _ in range(n):
        before, now = now, before + now
    return now
