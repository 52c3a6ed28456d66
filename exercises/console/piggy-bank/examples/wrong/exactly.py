goal = int(input())
while not 1 <= goal <= 50:
    goal = int(input())
missing, coins = goal, 0
while missing != 0:
    coin = int(input())
    if coin not in (1, 2, 5, 10):
        break
    missing -= coin
    coins += 1
    if missing != 0:
        print(f"Still missing: {missing}")
else:
    print(f"Done with {coins} coins")
