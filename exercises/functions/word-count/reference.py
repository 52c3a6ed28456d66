def count_words(text: str) -> dict[str, int]:
    """
    >>> count_words("To be or not to be")
    {'to': 2, 'be': 2, 'or': 1, 'not': 1}
    """
    counts = {}
    for word in text.lower().split():
        counts[word] = counts.get(word, 0) + 1
    return counts
