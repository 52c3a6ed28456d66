def to_remove(text):
    return abs(text.count("(") - text.count(")"))
