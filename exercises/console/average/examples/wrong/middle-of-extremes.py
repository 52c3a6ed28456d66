n = int(input())
values = [float(input()) for _ in range(n)]
print((max(values) + min(values)) / 2)
