previous = int(input())
count = 1
while (number := int(input())) != previous:
    count += 1
    print("up" if number > previous else "down")
    previous = number
print(count)
