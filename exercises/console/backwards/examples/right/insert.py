numbers = [int(input())]
while numbers[0] >= 0:
    numbers.insert(0, int(input()))
print(numbers, len(numbers), sep="\n")
