def word_count(text: str) -> dict[str, int]:
    """How often each word occurs, in small letters and without a full stop at its end."""
    counts: dict[str, int] = {}
    for word in text.split():
        word = word.lower()
        if word.endswith("."):
            word = word[:-1]
        if word == "":
            continue
        counts[word] = counts.get(word, 0) + 1
    return counts
