def matrix_trace(rows: list[list[int]]) -> int:
    """The sum of the diagonal of a square matrix; -1 for anything else."""
    size = len(rows)
    total = 0
    for index in range(size):
        if len(rows[index]) != size:
            return -1
        total += rows[index][index]
    return total
