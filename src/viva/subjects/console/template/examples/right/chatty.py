first = int(input("First number: "))
second = int(input("Second number: "))
print("The sum is", first + second)
