def encode(text):
    return [(character, 1) for character in text]
