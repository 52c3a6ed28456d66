n = int(input())
largest = int(input())
for _ in range(n):
    number = int(input())
    if number > largest:
        largest = number
print(largest)
