n = int(input())
print(max(int(input()) for _ in range(n)))
