secret = int(input("Secret: "))
guesses = 1
while (guess := int(input("Guess: "))) != secret:
    guesses += 1
    print("higher" if guess < secret else "lower")
print(f"Found after {guesses} guesses.")
