for tries in range(1, 4):
    if int(input()) == 4711:
        break
    print("blocked" if tries == 3 else "wrong")
balance = 500
while amount := int(input()):
    if amount > balance:
        print("too much")
    elif amount % 5:
        print("notes")
    else:
        balance -= amount
        print(balance)
print(balance)
