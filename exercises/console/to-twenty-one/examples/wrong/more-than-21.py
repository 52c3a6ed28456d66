said = []
while True:
    said.append(int(input()))
    if sum(said) > 21:
        break
    print(sum(said))
print("A" if len(said) % 2 == 1 else "B")
print(said)
