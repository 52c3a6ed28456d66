n = int(input())
multiple = n
while multiple < 100:
    multiple += n
print(multiple)
