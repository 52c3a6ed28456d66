def count(xs: list[int]) -> int:
    result = 0
    for x in xs:
        if x {order} {bound}:
            result += 1
    return result
