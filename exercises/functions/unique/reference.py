def unique(words: list[str]) -> list[str]:
    return list(dict.fromkeys(words))
