def initials(name):
    found = ""
    for word in name.split(" "):
        if word:
            found += word[0].upper()
    return found
