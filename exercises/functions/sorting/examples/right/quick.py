def ordered(xs):
    if len(xs) < 2:
        return list(xs)
    first, *rest = xs
    return ordered([x for x in rest if x < first]) + [first] + ordered([x for x in rest if x >= first])
