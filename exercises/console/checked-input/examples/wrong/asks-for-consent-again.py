age = int(input())
while not 6 <= age <= 120:
    age = int(input())
course = input()
while course not in ("chess", "judo", "piano"):
    course = input()
other = input()
while other not in ("chess", "judo", "piano", "none") or other == course:
    other = input()
print(f"{course} at {age}" if other == "none" else f"{course} and {other} at {age}")
while (agreed := input()) not in ("yes", "no"):
    print("yes or no?")
if agreed == "yes":
    print("welcome")
elif agreed == "no":
    print("goodbye")
