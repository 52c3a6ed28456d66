import time

time.sleep(0.01)
answer = True
