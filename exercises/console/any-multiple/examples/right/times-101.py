n = int(input())
print(n * 101)
