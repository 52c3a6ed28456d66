n = int(input())
print(100 + n)
