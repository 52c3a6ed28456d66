import sys


def ask(valid):
    while not valid(answer := input()):
        pass
    return answer


COURSES = ("chess", "judo", "piano")
age = int(ask(lambda line: 6 <= int(line) <= 120))
first = ask(lambda line: line in COURSES)
second = ask(lambda line: line in (*COURSES, "none") and line != first)
wanted = first if second == "none" else f"{first} and {second}"
print(f"{wanted} at {age}")
agreed = input()
if agreed not in ("yes", "no"):
    sys.exit(1)
print("welcome" if agreed == "yes" else "goodbye")
