def encode(text):
    runs = []
    start = 0
    for place in range(1, len(text)):
        if text[place] != text[start]:
            runs.append((text[start], place - start))
            start = place
    return runs
