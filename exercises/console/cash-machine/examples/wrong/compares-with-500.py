tries = 1
while int(input()) != 4711:
    if tries == 3:
        print("blocked")
        break
    print("wrong")
    tries += 1
else:
    balance = 500
    while amount := int(input()):
        if amount > 500:
            print("too much")
        elif amount % 5:
            print("notes")
        else:
            balance -= amount
            print(balance)
    print(balance)
