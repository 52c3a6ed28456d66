def mean(temperatures: list[float]) -> float | None:
    if not temperatures:
        return None
    return sum(temperatures) / len(temperatures)
