class LinkedList:
    def __init__(self):
        self.head = None

    def change(self):
        node = self.head
        if node is None or node.next is None:
            return
        self.head = node.next
        while node is not None and node.next is not None:
            second, rest = node.next, node.next.next
            second.next = node
            node.next = rest
            node = rest
