def put_together(encode, text: str):
    """Putting the runs together gives the text."""
    return "".join(character * length for character, length in encode(text)) == text


def neighbours_differ(encode, text: str):
    """Neighbouring runs have different characters."""
    runs = encode(text)
    return all(left[0] != right[0] for left, right in zip(runs, runs[1:]))


def no_empty_run(encode, text: str):
    """No run is empty."""
    return all(length > 0 for _, length in encode(text))
