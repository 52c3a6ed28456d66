shown = ["_"] * 5
hits = 0
for _ in range(10):
    letter = input()
    if letter in "lemon":
        hits += 1
        shown["lemon".index(letter)] = letter
    print("".join(shown))
    if hits == 5:
        print("won")
        break
else:
    print("lost")
