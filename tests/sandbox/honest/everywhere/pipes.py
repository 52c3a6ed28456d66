import os

r, w = os.pipe()
os.write(w, b"x")
answer = os.read(r, 1) == b"x"
