numbers = [int(input()), int(input())]
while numbers[-1] != numbers[-2]:
    if numbers[-1] > numbers[-2]:
        print("up")
    else:
        print("down")
    numbers.append(int(input()))
print(len(numbers))
