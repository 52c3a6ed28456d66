def letter_grade(points: float, bonus: float) -> str:
    """The grade for points out of 100; the bonus counts only for those who pass without it."""
    if points < 0 or points > 100 or bonus < 0:
        return "invalid"
    total = points
    if points >= 49.5:
        total = points + bonus
    if total >= 89.5:
        return "A"
    if total >= 74.5:
        return "B"
    if total >= 62.25:
        return "C"
    if total >= 49.5:
        return "D"
    return "F"
