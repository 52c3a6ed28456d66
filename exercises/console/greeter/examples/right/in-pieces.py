import sys

name = sys.stdin.readline().rstrip("\n")
print("Hello, ", end="")
sys.stdout.write(name)
print("!")
