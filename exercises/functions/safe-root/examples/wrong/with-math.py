import math


def root(n):
    return math.isqrt(n)
