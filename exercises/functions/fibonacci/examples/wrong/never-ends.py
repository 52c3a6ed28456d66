def fibonacci(n):
    if n < 2:
        return n
    a, b = 0, 1
    i = 2
    while i <= n:
        last = a + b
    return last
