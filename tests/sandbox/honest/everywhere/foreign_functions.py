import ctypes

answer = ctypes.CDLL(None).abs(-3) == 3
