numbers = []
while not numbers or numbers[-1] >= 0:
    numbers.append(int(input()))
print(numbers[::-1])
print(len(numbers))
