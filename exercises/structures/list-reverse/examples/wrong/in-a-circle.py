class LinkedList:
    def __init__(self):
        self.head = None

    def reverse(self):
        node = self.head
        if node is None:
            return
        while node.next is not None:
            after = node.next
            after.next = node
            node = after
        self.head = node
