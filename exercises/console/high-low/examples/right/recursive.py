def play(secret, tries):
    guess = int(input())
    if guess == secret:
        return tries
    if guess < secret:
        print("It is higher than that.")
    else:
        print("It is lower than that.")
    return play(secret, tries + 1)


print(play(int(input()), 1))
