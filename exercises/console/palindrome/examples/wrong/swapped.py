word = input()
if word == word[::-1]:
    print("no")
else:
    print("yes")
