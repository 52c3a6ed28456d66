n = int(input("How many? "))
total = 0.0
for _ in range(n):
    total += float(input())
print(f"The average is {total / n} degrees.")
