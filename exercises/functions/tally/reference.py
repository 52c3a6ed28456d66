def tally(words: list[str]) -> dict[str, int]:
    return {word: words.count(word) for word in words}
