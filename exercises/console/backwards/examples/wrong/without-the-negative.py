numbers = []
while (number := int(input())) >= 0:
    numbers.append(number)
print(numbers[::-1])
print(len(numbers))
