def keep_first(numbers):
    kept = []
    i = 0
    while i < len(numbers):
        if kept.count(numbers[i]) == 0:
            kept = kept + [numbers[i]]
        i += 1
    return kept
