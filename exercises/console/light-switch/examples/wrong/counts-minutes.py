on = False
minutes = int(input())
for _ in range(minutes):
    if input() == "True":
        on = not on
        print("on" if on else "off")
print(minutes)
