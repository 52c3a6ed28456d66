def is_sublist(sub: list[int], sup: list[int]) -> bool:
    """
    >>> is_sublist([3, 4], [1, 2, 3, 4])
    True
    >>> is_sublist([2], [1, 3])
    False
    """
    if len(sup) < len(sub):
        return False
    if sup[: len(sub)] == sub:
        return True
    return is_sublist(sub, sup[1:])
