previous = int(input())
number = int(input())
count = 2
while number != previous:
    count += 1
print(count)
