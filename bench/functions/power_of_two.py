def power_of_two(n: int) -> int:
    """The exponent if n is a power of two, else -1; by recursion."""
    if n < 1:
        return -1
    if n == 1:
        return 0
    if n % 2 == 1:
        return -1
    rest = power_of_two(n // 2)
    if rest < 0:
        return -1
    return rest + 1
