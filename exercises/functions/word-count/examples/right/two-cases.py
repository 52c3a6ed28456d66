def count_words(text):
    result = {}
    for word in text.split():
        word = word.lower()
        if word in result:
            result[word] += 1
        else:
            result[word] = 1
    return result
