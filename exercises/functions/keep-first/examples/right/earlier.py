def keep_first(numbers):
    result = []
    i = 0
    for number in numbers:
        if not number in numbers[:i]:
            result += [number]
        i = i + 1
    return result
