def unique(words):
    return [word for word in words if words.count(word) == 1]
