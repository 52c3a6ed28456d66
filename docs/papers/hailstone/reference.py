def hailstone(n: int) -> list[int]:
    numbers = []
    while n != 1:
        numbers.append(n)
        n = n // 2 if n % 2 == 0 else 3 * n + 1
    return numbers
