n = int(input())
total = 0
while n != 0:
    x = int(input())
    if x == 0:
        break
    total += x
    n -= 1
print(total)
