guessed = set()
for _ in range(10):
    guessed.add(input("Letter: "))
    print("".join(letter if letter in guessed else "_" for letter in "lemon"))
    if guessed >= set("lemon"):
        print("You have won!")
        break
else:
    print("You have lost.")
