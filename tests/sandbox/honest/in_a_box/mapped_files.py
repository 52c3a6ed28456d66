import mmap

open("x", "wb").write(b"hello")
with open("x", "r+b") as f:
    answer = mmap.mmap(f.fileno(), 0)[:] == b"hello"
