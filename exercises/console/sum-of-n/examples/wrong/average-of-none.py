n = int(input())
numbers = [int(input()) for _ in range(n)]
print(sum(numbers) / n * n)
