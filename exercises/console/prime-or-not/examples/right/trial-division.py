while (n := int(input())) != 0:
    divisors = 0
    d = 1
    while d * d <= n:
        if n % d == 0:
            divisors += 1 if d * d == n else 2
        d += 1
    print(f"{n} is prime" if divisors == 2 else f"{n} is not prime")
