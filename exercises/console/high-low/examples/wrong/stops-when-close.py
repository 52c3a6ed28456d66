secret = int(input())
guesses = 1
while abs((guess := int(input())) - secret) > 1:
    guesses += 1
    print("higher" if guess < secret else "lower")
print(guesses)
