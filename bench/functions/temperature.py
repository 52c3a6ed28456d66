def temperature(celsius: float) -> str:
    """A word for a temperature, after it was turned into Fahrenheit."""
    fahrenheit = celsius * 9 / 5 + 32
    if fahrenheit < 14.0:
        return "frost"
    if fahrenheit < 59.0:
        return "cool"
    if fahrenheit <= 77.9:
        return "mild"
    if fahrenheit == 212.0:
        return "boiling"
    return "hot"
