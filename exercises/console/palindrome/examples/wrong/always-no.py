input()
print("no")
