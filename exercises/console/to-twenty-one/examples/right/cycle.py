from itertools import cycle

numbers = []
for player in cycle("AB"):
    numbers.append(int(input()))
    if sum(numbers) >= 21:
        print(player)
        break
    print(sum(numbers))
print(numbers)
