import datetime
import time

answer = datetime.datetime.now().year > 2000 and time.perf_counter() >= 0 and bool(time.ctime())
