def mean(temperatures):
    if len(temperatures) == 0:
        return None
    result = 0.0
    for number, value in enumerate(temperatures, 1):
        result += (value - result) / number
    return result
