name = input().split()[0]
print(f"Hello, {name}!")
