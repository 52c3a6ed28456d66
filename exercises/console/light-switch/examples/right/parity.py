n = int(input())
presses = 0
while n > 0:
    n -= 1
    if input() == "True":
        presses += 1
        print(["off", "on"][presses % 2])
print(presses)
