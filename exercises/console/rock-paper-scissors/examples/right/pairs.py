WINS = {("rock", "scissors"), ("scissors", "paper"), ("paper", "rock")}
for _ in range(int(input("Rounds: "))):
    left, right = input("Left: "), input("Right: ")
    print("draw" if left == right else "left wins" if (left, right) in WINS else "right wins")
print("over")
