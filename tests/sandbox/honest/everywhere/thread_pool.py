from concurrent.futures import ThreadPoolExecutor

with ThreadPoolExecutor(8) as p:
    answer = sum(p.map(abs, range(100))) == 4950
