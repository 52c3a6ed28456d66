def keep_first(numbers):
    kept = []
    for i in range(len(numbers)):
        if numbers[i] not in numbers[i + 1:]:
            kept.append(numbers[i])
    return kept
