def unique(words):
    seen = set()
    for word in words:
        if word not in seen:
            seen.add(word)
            yield word
