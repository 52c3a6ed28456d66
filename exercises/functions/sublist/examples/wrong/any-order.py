def is_sublist(sub, sup):
    for x in sub:
        if x not in sup:
            return False
    return True
