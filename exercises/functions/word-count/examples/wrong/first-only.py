def count_words(text):
    result = {}
    for word in text.lower().split():
        if word not in result:
            result[word] = 1
    return result
