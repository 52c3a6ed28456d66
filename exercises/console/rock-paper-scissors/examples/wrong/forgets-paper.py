for _ in range(int(input())):
    left, right = input(), input()
    if left == right:
        print("draw")
    elif left == "rock" and right == "scissors" or left == "scissors" and right == "paper":
        print("left")
    else:
        print("right")
