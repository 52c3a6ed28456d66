n = int(input())
total = 0
for i in range(n):
    print(n - i - 1, "to go")
    total += int(input())
print(total)
