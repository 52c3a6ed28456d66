def rotate(xs, steps):
    xs[:] = xs[len(xs) - steps:] + xs[:len(xs) - steps]
