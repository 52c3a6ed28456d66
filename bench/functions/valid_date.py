def valid_date(day: int, month: int, year: int) -> bool:
    """Whether there is such a date."""
    if year < 1583 or month < 1 or month > 12 or day < 1:
        return False
    lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    length = lengths[month - 1]
    if month == 2 and year % 4 == 0 and (year % 100 != 0 or year % 400 == 0):
        length = 29
    return day <= length
