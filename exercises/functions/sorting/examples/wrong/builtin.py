def ordered(xs):
    return sorted(xs)
