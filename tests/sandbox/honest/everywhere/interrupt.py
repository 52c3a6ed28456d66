import signal

try:
    signal.raise_signal(signal.SIGINT)
except KeyboardInterrupt:
    answer = True
