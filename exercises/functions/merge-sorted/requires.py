def requires(xs, ys):
    return xs == sorted(xs) and ys == sorted(ys)
