class LinkedList:
    def __init__(self):
        self.head = None

    def reverse(self):
        self.head = self._turned(self.head)

    def _turned(self, node):
        if node is None or node.next is None:
            return node
        first = self._turned(node.next)
        node.next.next = node
        node.next = None
        return first
