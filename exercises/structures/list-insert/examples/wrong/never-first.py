class LinkedList:
    def __init__(self):
        self.head = None

    def insert(self, value):
        if self.head is None:
            self.head = Node(value)
            return
        node = self.head
        while node.next is not None and node.next.value < value:
            node = node.next
        node.next = Node(value, node.next)
