first = int(input())
count = 1
while True:
    number = int(input())
    count += 1
    if number == first:
        break
    print("up" if number > first else "down")
print(count)
