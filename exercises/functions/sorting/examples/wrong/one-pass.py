def ordered(xs):
    result = list(xs)
    for place in range(len(result) - 1):
        if result[place] > result[place + 1]:
            result[place], result[place + 1] = result[place + 1], result[place]
    return result
