n = int(input())
largest = int(input())
for _ in range(n - 1):
    number = int(input())
    if number > largest:
        largest = number
print(largest)
