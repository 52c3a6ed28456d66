def unique(words):
    result = []
    for word in sorted(words):
        if not result or result[-1] != word:
            result.append(word)
    return result
