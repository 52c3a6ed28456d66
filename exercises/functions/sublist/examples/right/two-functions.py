def is_sublist(sub, sup):
    if sub == []:
        return True
    if sup == []:
        return False
    return begins(sub, sup) or is_sublist(sub, sup[1:])


def begins(sub, sup):
    if sub == []:
        return True
    if sup == []:
        return False
    return sub[0] == sup[0] and begins(sub[1:], sup[1:])
