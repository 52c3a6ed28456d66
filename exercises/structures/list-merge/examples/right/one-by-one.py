class LinkedList:
    def __init__(self):
        self.head = None

    def insert(self, value):
        before, node = None, self.head
        while node is not None and node.value < value:
            before, node = node, node.next
        if before is None:
            self.head = Node(value, node)
        else:
            before.next = Node(value, node)

    def merge(self, other):
        node = other.head
        while node is not None:
            self.insert(node.value)
            node = node.next
