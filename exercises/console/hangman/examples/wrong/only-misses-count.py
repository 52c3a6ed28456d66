guessed = set()
misses = 0
while misses < 10 and not guessed >= set("lemon"):
    letter = input()
    misses += letter not in "lemon"
    guessed.add(letter)
    print("".join(letter if letter in guessed else "_" for letter in "lemon"))
print("won" if guessed >= set("lemon") else "lost")
