def mean(temperatures):
    total = 0
    for value in reversed(temperatures):
        total += value
    return total / len(temperatures) if temperatures else None
