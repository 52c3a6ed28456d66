def mean(temperatures):
    return sum(temperatures) / len(temperatures)
