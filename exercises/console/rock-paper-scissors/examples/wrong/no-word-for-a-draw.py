WINS = {("rock", "scissors"), ("scissors", "paper"), ("paper", "rock")}
for _ in range(int(input())):
    left, right = input(), input()
    if left != right:
        print("left" if (left, right) in WINS else "right")
