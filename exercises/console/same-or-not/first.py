total = 0
{which} = 0
for _ in range({n}):
    number = int(input())
    total += number
    if number {which.sign} {which}:
        {which} = number
print({which.first})
