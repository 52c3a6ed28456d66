name = input()
print(f"Hello, {name}!")
print("Nice to meet you.")
