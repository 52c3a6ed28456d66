class LinkedList:
    def __init__(self):
        self.head = None

    def delete(self, value):
        node = self.head
        if node is None:
            return False
        while node.next is not None:
            if node.next.value == value:
                node.next = node.next.next
                return True
            node = node.next
        return False
