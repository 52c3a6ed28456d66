class Node:
    def __init__(self, value, next=None):
        self.value = value
        self.next = next


class LinkedList:
    def __init__(self):
        self.head = None

    def append(self, value):
        self._fill([*self._row(), value])

    def change(self):
        row = self._row()
        self._fill({operation.row})

    def _row(self):
        row, node = [], self.head
        while node is not None:
            row.append(node.value)
            node = node.next
        return row

    def _fill(self, row):
        self.head = None
        for value in reversed(row):
            self.head = Node(value, self.head)
