n = int(input())
largest = 0
for _ in range(n):
    number = int(input())
    if number > largest:
        largest = number
print(largest)
