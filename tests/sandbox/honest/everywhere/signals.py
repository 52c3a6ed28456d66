import signal

got = []
signal.signal(signal.SIGUSR1, lambda *a: got.append(1))
signal.raise_signal(signal.SIGUSR1)
answer = got == [1]
