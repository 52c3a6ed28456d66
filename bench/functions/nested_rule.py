def nested_rule(n: int) -> str:
    """A word for a number, by what divides it."""
    if n <= 0:
        return "none"
    if n % 3 == 0:
        if n % 7 == 0:
            if n % 11 == 0:
                return "all"
            return "three and seven"
        return "three"
    if n % 7 == 0 and n > 1000:
        return "large seven"
    return "other"
