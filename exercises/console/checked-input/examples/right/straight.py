age = int(input("Age: "))
while not 6 <= age <= 120:
    print("That is not possible.")
    age = int(input("Age: "))
courses = ["chess", "judo", "piano"]
course = input("Course: ")
while course not in courses:
    course = input("Course: ")
other = input("And: ")
while other not in [*courses, "none"] or other == course:
    print("Not again." if other == course else "No such course.")
    other = input("And: ")
print(f"{course} at {age}" if other == "none" else f"{course} and {other} at {age}")
agreed = input("Correct? ")
if agreed == "yes":
    print("welcome")
elif agreed == "no":
    print("Well then, goodbye.")
else:
    print("I take that as an insult.")
