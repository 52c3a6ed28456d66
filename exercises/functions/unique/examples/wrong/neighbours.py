def unique(words):
    result = []
    for word in words:
        if not result or result[-1] != word:
            result.append(word)
    return result
