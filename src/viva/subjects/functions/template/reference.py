def largest(xs: list[int]) -> int:
    """
    >>> largest([2, 2])
    2
    """
    best = xs[0]
    for x in xs:
        if x > best:
            best = x
    return best
