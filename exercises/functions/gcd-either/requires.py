def requires(a, b):
    return a >= 0 and b >= 0
