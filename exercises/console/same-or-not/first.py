total = 0
{which} = {start}
for _ in range({n}):
    number = int(input())
    total += number
    if {start.asks}number {which.sign} {which}:
        {which} = number
print({which.first})
