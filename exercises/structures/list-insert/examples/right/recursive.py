class LinkedList:
    def __init__(self):
        self.head = None

    def insert(self, value):
        def inserted(node):
            if not node or node.value >= value:
                return Node(value, node)
            node.next = inserted(node.next)
            return node

        self.head = inserted(self.head)
