secret = int(input())
wrong = 0
while (guess := int(input())) != secret:
    wrong += 1
    print("higher" if guess < secret else "lower")
print(wrong)
