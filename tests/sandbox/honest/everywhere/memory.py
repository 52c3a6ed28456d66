x = bytearray(50 << 20)
x[-1] = 1
answer = len(x) == 50 << 20
