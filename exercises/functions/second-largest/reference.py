def second_largest(xs: list[int]) -> int:
    """
    >>> second_largest([3, 5, 5])
    3
    """
    largest = max(xs)
    return max(x for x in xs if x != largest)
