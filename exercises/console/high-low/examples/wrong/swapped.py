secret = int(input())
guesses = 1
while (guess := int(input())) != secret:
    guesses += 1
    print("lower" if guess < secret else "higher")
print(guesses)
