secret = int(input())
guesses = 1
while (guess := int(input())) != secret:
    guesses += 1
    if guess < secret:
        print("higher")
print(guesses)
