WINS = {("rock", "scissors"), ("scissors", "paper"), ("paper", "rock")}
rounds = int(input())
while True:
    left, right = input(), input()
    print("draw" if left == right else "left" if (left, right) in WINS else "right")
    rounds -= 1
    if rounds <= 0:
        break
