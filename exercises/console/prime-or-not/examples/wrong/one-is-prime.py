while (n := int(input())) != 0:
    prime = True
    d = 2
    while d * d <= n:
        prime = prime and n % d != 0
        d += 1
    print(f"{n} is prime" if prime else f"{n} is not prime")
