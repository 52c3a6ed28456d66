def hailstone(n):
    nn = []
    while n != 2:
        nn.append(n)
        if n % 2 == 0:
            n = n // 2
        else:
            n = 3 * n + 1
    return nn
