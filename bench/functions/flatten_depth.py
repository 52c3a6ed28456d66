def flatten_depth(pairs: list[tuple[str, int]]) -> list[str]:
    """The names with points above the average, the best first, equal ones by name."""
    if not pairs:
        return []
    total = 0
    for _, points in pairs:
        total += points
    average = total / len(pairs)
    chosen = [(points, name) for name, points in pairs if points > average]
    chosen.sort(key=lambda pair: (-pair[0], pair[1]))
    return [name for _, name in chosen]
