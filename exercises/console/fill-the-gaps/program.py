n = int(input())
largest = ___
for _ in range(___):
    number = int(input())
    if ___:
        largest = number
print(largest)
