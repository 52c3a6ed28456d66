goal = int(input())
saved = coins = 0
while saved < goal:
    coin = int(input())
    if coin not in (1, 2, 5, 10):
        raise SystemExit
    saved += coin
    coins += 1
    if saved < goal:
        print(f"Still missing: {goal - saved}")
print(f"Done with {coins} coins")
