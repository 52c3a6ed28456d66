import os

answer = open(os.devnull, "w").write("x") == 1
