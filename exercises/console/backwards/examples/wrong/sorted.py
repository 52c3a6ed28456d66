numbers = []
while not numbers or numbers[-1] >= 0:
    numbers.append(int(input()))
print(sorted(numbers))
print(len(numbers))
