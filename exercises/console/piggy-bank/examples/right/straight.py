goal = int(input("Goal: "))
while goal < 1 or goal > 50:
    print("The goal must be from 1 to 50.")
    goal = int(input("Goal: "))

saved = 0
coins = 0
while saved < goal:
    coin = int(input("Coin: "))
    if coin not in (1, 2, 5, 10):
        print("That is no coin.")
        break
    saved += coin
    coins += 1
    if saved < goal:
        print(f"Still missing: {goal - saved}")
else:
    print(f"Done with {coins} coins")
