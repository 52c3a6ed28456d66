def rotate(xs, steps):
    if xs:
        steps = steps % len(xs)
        xs = xs[-steps:] + xs[:-steps]
