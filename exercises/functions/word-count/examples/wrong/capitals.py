def count_words(text):
    result = {}
    for word in text.split():
        result[word] = result.get(word.lower(), 0) + 1
    return result
