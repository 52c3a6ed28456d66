guessed = set()
for _ in range(10):
    guessed.add(input())
    print("".join(letter if letter in guessed else "_" for letter in "lemon"))
    if guessed >= set("lemo"):
        print("won")
        break
else:
    print("lost")
