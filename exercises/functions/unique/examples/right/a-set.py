def unique(words):
    return list(set(words))
