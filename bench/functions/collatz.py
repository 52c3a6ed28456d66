def collatz(n: int) -> int:
    """How many steps n takes to 1, at most 30; 0 for numbers that are too small."""
    if n < 1:
        return 0
    steps = 0
    while n != 1 and steps < 30:
        if n % 2 == 0:
            n = n // 2
        else:
            n = 3 * n + 1
        steps += 1
    return steps
