n = int(input())
print(1000 * n / 1)
