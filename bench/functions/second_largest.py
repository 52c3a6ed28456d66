def second_largest(numbers: list[int]) -> int:
    """The second largest of the different numbers; 0 if there is none."""
    largest = None
    second = None
    for number in numbers:
        if largest is None or number > largest:
            second = largest
            largest = number
        elif number != largest and (second is None or number > second):
            second = number
    if second is None:
        return 0
    return second
