goal = int(input())
while not 1 <= goal <= 50:
    goal = int(input())
saved = coins = 0
while saved < goal:
    saved += int(input())
    coins += 1
    if saved < goal:
        print(f"Still missing: {goal - saved}")
print(f"Done with {coins} coins")
