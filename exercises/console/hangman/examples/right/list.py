WORD = "lemon"
shown = ["_"] * len(WORD)
tries = 0
while "_" in shown and tries < 10:
    letter = input()
    tries += 1
    if letter in WORD:
        shown[WORD.index(letter)] = letter
    print("The word is", "".join(shown))
print("lost" if "_" in shown else "won")
