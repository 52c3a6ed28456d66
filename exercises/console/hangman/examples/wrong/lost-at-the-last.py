guessed = set()
for tries in range(1, 11):
    guessed.add(input())
    print("".join(letter if letter in guessed else "_" for letter in "lemon"))
    if tries == 10:
        print("lost")
    elif guessed >= set("lemon"):
        print("won")
        break
