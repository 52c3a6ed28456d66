on = False
presses = 0
for _ in range(int(input("Minutes: "))):
    if input() == "True":
        on = not on
        presses += 1
        print("on" if on else "off")
print(f"pressed {presses} times")
