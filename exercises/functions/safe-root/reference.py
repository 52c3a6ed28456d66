def root(n: int) -> int:
    if n < 0:
        raise ValueError("no root of a negative number")
    result = 0
    while (result + 1) * (result + 1) <= n:
        result += 1
    return result
