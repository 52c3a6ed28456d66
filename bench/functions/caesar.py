def caesar(text: str, shift: int) -> str:
    """Moves small letters by some places; everything else stays."""
    result = ""
    for letter in text:
        if "a" <= letter <= "z":
            place = (ord(letter) - ord("a") + shift) % 26
            result += chr(ord("a") + place)
        else:
            result += letter
    return result
