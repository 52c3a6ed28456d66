def second_largest(xs):
    best = 0
    second = 0
    for x in xs:
        if x > best:
            second = best
            best = x
        elif second < x < best:
            second = x
    return second
