def days(month, leap):
    if month == 2:
        return 29 if leap else 28
    if month == 4 or month == 6 or month == 9:
        return 30
    return 31
