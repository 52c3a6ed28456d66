def triangle(a, b, c):
    short, middle, long = sorted([a, b, c])
    if short + middle <= long:
        return "none"
    different = len({a, b, c})
    return ["equilateral", "isosceles", "scalene"][different - 1]
