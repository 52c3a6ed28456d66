def is_sublist(sub, sup):
    for start in range(len(sup) - len(sub)):
        if sup[start:start + len(sub)] == sub:
            return True
    return False
