import heapq


class Heap:
    def __init__(self):
        self.items = []

    def push(self, value):
        heapq.heappush(self.items, value)

    def pop(self):
        return heapq.heappop(self.items) if self.items else None
