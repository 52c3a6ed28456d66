def mean(temperatures):
    if not temperatures:
        return None
    return sum(temperatures) // len(temperatures)
