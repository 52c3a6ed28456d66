def ordered(xs):
    if len(xs) < 2:
        return list(xs)
    first = xs[0]
    return ordered([x for x in xs if x < first]) + [first] + ordered([x for x in xs if x > first])
