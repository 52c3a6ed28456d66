limit = int(input())
n = int(input())
count = 0
for _ in range(n):
    number = int(input())
    if {asked}:
        count += 1
print(count)
