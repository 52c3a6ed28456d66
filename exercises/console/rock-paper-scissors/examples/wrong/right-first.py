WINS = {("rock", "scissors"), ("scissors", "paper"), ("paper", "rock")}
for _ in range(int(input())):
    right, left = input(), input()
    print("draw" if left == right else "left" if (left, right) in WINS else "right")
