n = int(input())
largest = None
for _ in range(n):
    number = int(input())
    if largest is None or number >= largest:
        largest = number
print(largest)
