def to_remove(text):
    depth = 0
    wrong = 0
    for character in text:
        if character == "(":
            depth += 1
        elif depth > 0:
            depth -= 1
        else:
            wrong += 1
    return wrong
