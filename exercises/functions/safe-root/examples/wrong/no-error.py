def root(n):
    result = 0
    while (result + 1) * (result + 1) <= n:
        result += 1
    return result
