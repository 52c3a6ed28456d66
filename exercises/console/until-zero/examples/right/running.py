largest = smallest = count = 0
while True:
    number = int(input())
    if number == 0:
        break
    count += 1
    largest = max(largest, number)
    smallest = min(smallest, number)
print(f"from {largest} down to {smallest}" if count else "nothing")
