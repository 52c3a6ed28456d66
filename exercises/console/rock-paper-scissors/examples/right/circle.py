moves = ["rock", "paper", "scissors"]
rounds = int(input())
while rounds > 0:
    left = moves.index(input())
    right = moves.index(input())
    print(["draw", "left", "right"][(left - right) % 3])
    rounds -= 1
