def count(xs):
    return sum(x > 10 for x in xs)
