for _ in range(int(input())):
    left, right = input(), input()
    print("draw" if left == right else "left" if left < right else "right")
