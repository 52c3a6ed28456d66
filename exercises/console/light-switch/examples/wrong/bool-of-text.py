on = False
presses = 0
for _ in range(int(input())):
    if bool(input()):
        on = not on
        presses += 1
        print("on" if on else "off")
print(presses)
