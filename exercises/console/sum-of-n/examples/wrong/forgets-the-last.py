n = int(input())
total = 0
for i in range(n):
    x = int(input())
    if i < n - 1:
        total += x
print(total)
