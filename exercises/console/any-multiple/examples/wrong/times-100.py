n = int(input())
print(n * 100)
