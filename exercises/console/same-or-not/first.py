total = 0
largest = 0
for _ in range(3):
    number = int(input())
    total += number
    if number > largest:
        largest = number
print(total - largest)
