def root(n):
    if n < 0:
        raise ValueError("negative")
    result = 0
    while result * result < n:
        result += 1
    return result
