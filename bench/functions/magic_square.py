def magic_square(x: int, y: int) -> int:
    """A corner that only two numbers reach."""
    if x * x == 1764 and y > 10:
        if x + y == 77:
            return 1
        return 2
    if x - 2 * y == 13:
        return 3
    return 0
