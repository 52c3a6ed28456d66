from itertools import groupby


def encode(text):
    return [(character, len(list(group))) for character, group in groupby(text)]
