def enter():
    for attempt in range(3):
        if int(input("Code: ")) == 4711:
            return True
        print("blocked" if attempt == 2 else "wrong")
    return False


def pay_out(balance):
    while (amount := int(input("Amount: "))) != 0:
        if amount > balance:
            print("That is too much.")
        elif amount % 5 != 0:
            print("There are no such notes.")
        else:
            balance -= amount
            print(f"You have {balance} left.")
    print(f"Your balance: {balance}")


if enter():
    pay_out(500)
