numbers = [int(input("First: "))]
while numbers[-1] != 0:
    numbers.append(int(input("Next: ")))
if len(numbers) == 1:
    print("nothing to compare")
else:
    print(max(numbers), min(numbers))
