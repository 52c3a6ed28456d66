def shown(letters: list[str]) -> str:
    """The word as far as it is guessed."""
    return "".join(letter if letter in letters else "_" for letter in "{word}")
