numbers = []
number = int(input())
while number != 0:
    numbers.append(number)
    number = int(input())
if numbers:
    print(max(numbers), min(numbers))
else:
    print("nothing")
