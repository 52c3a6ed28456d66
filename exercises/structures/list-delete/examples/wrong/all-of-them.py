class LinkedList:
    def __init__(self):
        self.head = None

    def delete(self, value):
        found = False
        while self.head is not None and self.head.value == value:
            self.head = self.head.next
            found = True
        node = self.head
        while node is not None and node.next is not None:
            if node.next.value == value:
                node.next = node.next.next
                found = True
            else:
                node = node.next
        return found
