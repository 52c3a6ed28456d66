import collections, heapq, bisect, itertools, functools

answer = heapq.nsmallest(1, [3, 1]) == [1]
