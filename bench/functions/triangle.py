def triangle(a: int, b: int, c: int) -> str:
    """What kind of triangle has these sides."""
    if a <= 0 or b <= 0 or c <= 0:
        return "no triangle"
    if a + b <= c or b + c <= a or a + c <= b:
        return "no triangle"
    if a == b and b == c:
        return "equilateral"
    if a == b or b == c or a == c:
        return "isosceles"
    if a * a + b * b == c * c:
        return "right"
    return "scalene"
