tries = 1
while int(input()) != 4711:
    if tries == 3:
        print("blocked")
        break
    print("wrong")
    tries += 1
else:
    balance = 500
    amount = int(input())
    while amount:
        if amount > balance:
            print("too much")
        elif amount % 5:
            print("notes")
        else:
            balance = balance - amount
            print(balance)
        amount = int(input())
    print(balance)
