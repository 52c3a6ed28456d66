def rotate(xs, steps):
    if len(xs) > 1:
        for _ in range(steps % len(xs)):
            xs.insert(0, xs.pop())
