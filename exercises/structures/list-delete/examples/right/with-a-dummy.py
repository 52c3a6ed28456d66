class LinkedList:
    def __init__(self):
        self.head = None

    def delete(self, value):
        dummy = Node(None, self.head)
        node = dummy
        while node.next:
            if node.next.value == value:
                node.next = node.next.next
                self.head = dummy.next
                return True
            node = node.next
        return False
