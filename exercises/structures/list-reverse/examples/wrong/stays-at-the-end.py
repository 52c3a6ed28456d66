class LinkedList:
    def __init__(self):
        self.head = None

    def reverse(self):
        before, node = None, self.head
        while node is not None:
            after = node.next
            node.next = before
            before = node
            node = after
