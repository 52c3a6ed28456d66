def keep_first(numbers: list[int]) -> list[int]:
    kept = []
    for place in range(len(numbers)):
        if numbers[place] not in numbers[:place]:
            kept.append(numbers[place])
    return kept
