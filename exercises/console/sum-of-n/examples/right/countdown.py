n = int(input("How many numbers? "))
numbers = []
while len(numbers) < n:
    print(n - len(numbers), "to go")
    numbers.append(int(input()))
print("The sum is", sum(numbers))
