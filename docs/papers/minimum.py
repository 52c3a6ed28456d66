def minimum(a: int, b: int) -> int:
    least = a
    if b < least:
        least = b
    if a < least:
        least = a
    return least
