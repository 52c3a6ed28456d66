def prime(n: int) -> bool:
    """By trial division up to the square root."""
    divisor = 2
    while divisor * divisor <= n:
        if n % divisor == 0:
            return False
        divisor += 1
    return n > 1
