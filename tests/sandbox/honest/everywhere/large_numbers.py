answer = len(str(2**10_000)) == 3011
