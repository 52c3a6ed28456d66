def largest(xs):
    found = xs[0]
    for position in range(1, len(xs)):
        if xs[position] >= found:
            found = xs[position]
    return found
