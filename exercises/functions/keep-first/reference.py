def keep_first(numbers: list[int]) -> list[int]:
    kept = []
    for number in numbers:
        if number not in kept:
            kept.append(number)
    return kept
