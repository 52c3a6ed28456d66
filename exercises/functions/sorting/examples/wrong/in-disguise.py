def ordered(xs):
    copy = list(xs)
    method = "so" + "rt"
    getattr(copy, method)()
    return copy
