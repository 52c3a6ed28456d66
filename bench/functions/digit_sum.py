def digit_sum(n: int) -> int:
    """The sum of the digits, again and again, until one digit is left; negative for negative numbers."""
    if n < 0:
        return -digit_sum(-n)
    if n < 10:
        return n
    total = 0
    for digit in str(n):
        total += int(digit)
    return digit_sum(total)
