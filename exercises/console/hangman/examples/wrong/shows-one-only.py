guessed = set()
for _ in range(10):
    letter = input()
    guessed.add(letter)
    print("".join(one if one == letter else "_" for one in "lemon"))
    if guessed >= set("lemon"):
        print("won")
        break
else:
    print("lost")
