def count(xs):
    return len([x for x in xs if x >= 10])
