def read_goal():
    while True:
        goal = int(input())
        if 1 <= goal <= 50:
            return goal


def main():
    missing = read_goal()
    coins = 0
    while True:
        coin = int(input())
        if coin not in {1, 2, 5, 10}:
            return
        missing -= coin
        coins += 1
        if missing <= 0:
            break
        print("Still missing:", missing)
    print("Done with", coins, "coin" if coins == 1 else "coins")


main()
