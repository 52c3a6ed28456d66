import decimal
import fractions
import statistics

answer = statistics.mean([1, 2, 3]) == 2
