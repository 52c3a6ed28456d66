def to_remove(text):
    while "()" in text:
        text = text.replace("()", "")
    return len(text)
