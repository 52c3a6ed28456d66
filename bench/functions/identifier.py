def identifier(text: str) -> str:
    """What a token of a small language is."""
    if text == "":
        return "empty"
    if text in ("if", "else", "while"):
        return "keyword"
    if text[0].isdigit():
        if text.isdigit():
            return "number"
        if text.startswith("0x"):
            return "hexadecimal"
        return "error"
    if text[0] == "_" or text[0].isalpha():
        if text.endswith("_t"):
            return "type"
        return "name"
    return "sign"
