previous = int(input())
count = 1
while True:
    number = int(input())
    count += 1
    if number == previous:
        break
    print("up" if number > previous else "down")
    previous = number
print(count)
