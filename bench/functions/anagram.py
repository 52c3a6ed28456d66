def anagram(first: str, second: str) -> bool:
    """Whether two words have the same letters, each as often; a word is no anagram of itself."""
    if first == second:
        return False
    if len(first) != len(second):
        return False
    return sorted(first) == sorted(second)
