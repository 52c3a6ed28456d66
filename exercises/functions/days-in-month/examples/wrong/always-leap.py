def days(month, leap):
    table = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    if leap:
        return table[month - 1] + 1
    return table[month - 1]
