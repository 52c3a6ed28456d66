n = int(input())
values = [float(input()) for _ in range(n)]
print(f"{sum(values) / len(values):.2f}")
