import os

answer = os.cpu_count() >= 1 and len(os.sched_getaffinity(0)) >= 1
