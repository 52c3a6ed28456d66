def leap_days(year: int, month: int) -> int:
    """How many days the month has; 0 if there is no such month."""
    if month < 1 or month > 12:
        return 0
    if month == 2:
        if year % 400 == 0 or (year % 4 == 0 and year % 100 != 0):
            return 29
        return 28
    if month in (4, 6, 9, 11):
        return 30
    return 31
