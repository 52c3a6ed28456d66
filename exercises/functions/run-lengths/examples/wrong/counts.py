def encode(text):
    return [(character, text.count(character)) for character in dict.fromkeys(text)]
