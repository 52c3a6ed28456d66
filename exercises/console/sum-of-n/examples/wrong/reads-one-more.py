total = 0
n = int(input())
for _ in range(n + 1):
    total += int(input())
print(total)
