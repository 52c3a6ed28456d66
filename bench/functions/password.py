def password(text: str) -> str:
    """How strong a password is: long enough, with a digit, a capital letter and a sign."""
    if len(text) < 8:
        return "too short"
    digits = 0
    capitals = 0
    signs = 0
    for letter in text:
        if letter.isdigit():
            digits += 1
        elif letter.isupper():
            capitals += 1
        elif letter in "!?#%":
            signs += 1
    if digits >= 1 and capitals >= 1 and signs >= 1:
        return "strong"
    if digits >= 1 and capitals >= 1:
        return "fair"
    return "weak"
