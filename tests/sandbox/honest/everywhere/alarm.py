import signal

got = []
signal.signal(signal.SIGALRM, lambda *a: got.append(1))
signal.setitimer(signal.ITIMER_REAL, 0.01)
signal.pause()
answer = got == [1]
