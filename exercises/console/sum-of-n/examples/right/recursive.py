import sys


def add_up(left):
    return 0 if left == 0 else int(sys.stdin.readline()) + add_up(left - 1)


sys.stdout.write(f"Sum: {add_up(int(sys.stdin.readline()))}")
