while (n := int(input())) != 0:
    if n == 2 or n % 2 == 1 and n != 1:
        print(f"{n} is prime")
    else:
        print(f"{n} is not prime")
