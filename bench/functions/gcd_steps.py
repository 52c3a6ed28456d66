def gcd_steps(a: int, b: int) -> int:
    """The greatest common divisor of two numbers by Euclid; 0 if both are 0."""
    if a < 0:
        a = -a
    if b < 0:
        b = -b
    while b != 0:
        a, b = b, a % b
    return a
