import bisect
import collections
import functools
import heapq
import itertools

answer = heapq.nsmallest(1, [3, 1]) == [1]
