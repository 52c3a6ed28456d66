def second_largest(xs):
    return sorted(xs)[-2]
