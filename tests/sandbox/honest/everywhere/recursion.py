import sys

sys.setrecursionlimit(20_000)


def f(n):
    return 0 if n == 0 else 1 + f(n - 1)


answer = f(10_000) == 10_000
