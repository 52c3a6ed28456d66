numbers = [int(input()) for _ in range(3)]
numbers.sort()
print(sum(numbers[:2]))
