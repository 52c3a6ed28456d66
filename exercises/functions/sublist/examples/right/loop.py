def is_sublist(sub, sup):
    for start in range(len(sup) - len(sub) + 1):
        if sup[start:start + len(sub)] == sub:
            return True
    return False
