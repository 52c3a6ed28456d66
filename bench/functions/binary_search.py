def binary_search(numbers: list[int], wanted: int) -> int:
    """The position of a number in a sorted list, or -1."""
    for index in range(1, len(numbers)):
        if numbers[index - 1] > numbers[index]:
            raise ValueError("not sorted")
    low = 0
    high = len(numbers) - 1
    while low <= high:
        middle = (low + high) // 2
        if numbers[middle] == wanted:
            return numbers.index(wanted)
        if numbers[middle] < wanted:
            low = middle + 1
        else:
            high = middle - 1
    return -1
