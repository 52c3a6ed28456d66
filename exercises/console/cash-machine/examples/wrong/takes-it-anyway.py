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
        balance -= amount
        if balance < 0:
            print("too much")
            balance += amount
        elif amount % 5:
            print("notes")
        else:
            print(balance)
    print(balance)
