previous = int(input())
while True
    print(previous)
