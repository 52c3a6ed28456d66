limit = int(input())
count = 0
while True:
    number = int(input())
    if number == 0:
        break
    if number > limit:
        count += 1
print(count)
