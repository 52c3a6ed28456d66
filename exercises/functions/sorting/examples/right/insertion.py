def ordered(xs):
    result = []
    for x in xs:
        place = 0
        while place < len(result) and result[place] <= x:
            place += 1
        result.insert(place, x)
    return result
