import threading

out = []
ts = [threading.Thread(target=out.append, args=(n,)) for n in range(20)]
for t in ts:
    t.start()
for t in ts:
    t.join()
answer = sorted(out) == list(range(20))
