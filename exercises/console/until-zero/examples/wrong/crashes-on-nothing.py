numbers = []
while (number := int(input())) != 0:
    numbers.append(number)
print(max(max(numbers), 0), min(min(numbers), 0))
