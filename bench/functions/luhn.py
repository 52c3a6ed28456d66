def luhn(number: str) -> bool:
    """Whether the digits of a card number pass the test of Luhn."""
    if len(number) < 2 or not number.isdigit():
        return False
    total = 0
    for index in range(len(number)):
        digit = int(number[len(number) - 1 - index])
        if index % 2 == 1:
            digit *= 2
            if digit > 9:
                digit -= 9
        total += digit
    return total % 10 == 0
