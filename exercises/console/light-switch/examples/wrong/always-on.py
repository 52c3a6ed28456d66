presses = 0
for _ in range(int(input())):
    if input() == "True":
        presses += 1
        print("on")
print(presses)
