class LinkedList:
    def __init__(self):
        self.head = None

    def change(self):
        self.head = self.swapped(self.head)

    def swapped(self, node):
        if node is None or node.next is None:
            return node
        second, rest = node.next, node.next.next
        second.next, node.next = node, self.swapped(rest)
        return second
