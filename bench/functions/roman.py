def roman(text: str) -> int:
    """The value of a Roman numeral."""
    values = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}
    total = 0
    previous = 0
    for letter in reversed(text):
        if letter not in values:
            return -1
        value = values[letter]
        if value < previous:
            total -= value
        else:
            total += value
        previous = value
    return total
