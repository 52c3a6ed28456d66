def shipping(weight: float, express: bool, country: str) -> float:
    """What a parcel costs."""
    if weight <= 0:
        return -1.0
    if country == "AT":
        base = 4.9
    elif country in ("DE", "CH"):
        base = 9.9
    else:
        base = 19.9
    if weight > 31.5:
        return -1.0
    if weight > 10:
        base += (weight - 10) * 0.5
    if express:
        base *= 1.5
    return base
