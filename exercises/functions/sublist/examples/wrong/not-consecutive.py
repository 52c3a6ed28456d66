def is_sublist(sub, sup):
    place = 0
    for x in sup:
        if place < len(sub) and x == sub[place]:
            place += 1
    return place == len(sub)
