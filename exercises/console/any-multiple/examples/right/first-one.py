n = int(input("n? "))
multiple = n
while multiple <= 100:
    multiple += n
print(f"{multiple} is one")
