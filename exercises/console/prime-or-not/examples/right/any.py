def is_prime(n):
    if n < 4:
        return n > 1
    return n % 2 == 1 and all(n % d for d in range(3, int(n**0.5) + 2, 2) if d < n)


number = int(input("Number: "))
while number:
    print(number, "is prime" if is_prime(number) else "is not prime")
    number = int(input("Number: "))
