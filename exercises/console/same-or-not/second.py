numbers = [int(input()) for _ in range({n})]
numbers.sort()
print({which.second})
