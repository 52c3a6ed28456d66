said = []
while True:
    said.append(int(input()))
    if sum(said) >= 21:
        break
    print(sum(said))
print("B" if len(said) % 2 == 1 else "A")
print(said)
