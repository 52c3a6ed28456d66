def run_length(text: str) -> str:
    """Each run of equal letters as the letter and, if it is longer than one, its length."""
    result = ""
    position = 0
    while position < len(text):
        length = 1
        while position + length < len(text) and text[position + length] == text[position]:
            length += 1
        result += text[position]
        if length > 1:
            result += str(length)
        position += length
    return result
