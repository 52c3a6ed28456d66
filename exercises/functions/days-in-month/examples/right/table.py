def days(month, leap):
    table = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    if leap and month == 2:
        return 29
    return table[month - 1]
