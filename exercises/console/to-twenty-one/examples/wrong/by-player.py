a, b = [], []
while True:
    a.append(int(input()))
    if sum(a) + sum(b) >= 21:
        print("A")
        break
    print(sum(a) + sum(b))
    b.append(int(input()))
    if sum(a) + sum(b) >= 21:
        print("B")
        break
    print(sum(a) + sum(b))
print(a + b)
