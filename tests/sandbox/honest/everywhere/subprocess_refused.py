import subprocess

try:
    subprocess.run(["true"])
except OSError:
    answer = True
