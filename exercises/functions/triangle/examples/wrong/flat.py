def triangle(a, b, c):
    if a + b < c or b + c < a or a + c < b:
        return "none"
    if a == b and b == c:
        return "equilateral"
    if a == b or b == c or a == c:
        return "isosceles"
    return "scalene"
