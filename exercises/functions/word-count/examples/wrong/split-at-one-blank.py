def count_words(text):
    result = {}
    for word in text.lower().split(" "):
        result[word] = result.get(word, 0) + 1
    return result
