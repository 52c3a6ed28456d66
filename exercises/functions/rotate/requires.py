def requires(xs, steps):
    return 0 <= steps <= 200
