def requires(a, b, c):
    return min(a, b, c) > 0
