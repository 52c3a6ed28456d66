secret = int(input())
for guesses in range(1, 8):
    guess = int(input())
    if guess == secret:
        print(guesses)
        break
    print("higher" if guess < secret else "lower")
