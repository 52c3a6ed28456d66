import decimal, fractions, statistics

answer = statistics.mean([1, 2, 3]) == 2
