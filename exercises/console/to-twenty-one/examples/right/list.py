said = []
while True:
    said.append(int(input("A: " if len(said) % 2 == 0 else "B: ")))
    if sum(said) >= 21:
        break
    print(sum(said))
print("A loses" if len(said) % 2 == 1 else "B loses")
print(said)
