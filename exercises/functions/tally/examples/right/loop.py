def tally(words):
    found = {}
    for word in words:
        found[word] = found.get(word, 0) + 1
    return found
