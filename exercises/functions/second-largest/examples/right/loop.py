def second_largest(xs):
    best = None
    second = None
    for x in xs:
        if best is None or x > best:
            second = best
            best = x
        elif x != best and (second is None or x > second):
            second = x
    return second
