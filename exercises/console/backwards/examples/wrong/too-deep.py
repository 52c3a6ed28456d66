def read(numbers):
    numbers.append(int(input()))
    return numbers if numbers[-1] < 0 else read(numbers[:])


def reversed_(numbers):
    return reversed_(numbers[1:]) + numbers[:1]


numbers = read([])
print(reversed_(numbers))
print(len(numbers))
