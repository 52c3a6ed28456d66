class Heap:
    def __init__(self):
        self.items = []

    def push(self, value):
        self.items.append(value)
        place = len(self.items) - 1
        while place > 0:
            above = (place - 1) // 2
            if not self.items[place] {order} self.items[above]:
                break
            self.items[above], self.items[place] = self.items[place], self.items[above]
            place = above

    def pop(self):
        if not self.items:
            return None
        first, last = self.items[0], self.items.pop()
        if self.items:
            self.items[0] = last
            place = 0
            while 2 * place + 1 < len(self.items):
                below = 2 * place + 1
                if below + 1 < len(self.items) and self.items[below + 1] {order} self.items[below]:
                    below += 1
                if not self.items[below] {order} self.items[place]:
                    break
                self.items[below], self.items[place] = self.items[place], self.items[below]
                place = below
        return first
