numbers = [int(input())]
while numbers[-1] > 0:
    numbers.append(int(input()))
if len(numbers) == 1:
    print("nothing")
else:
    print(max(numbers), min(numbers))
