class Node:
    def __init__(self, value, next=None):
        self.value = value
        self.next = next


class LinkedList:
    def __init__(self):
        self.head = None

    def append(self, value):
        if self.head is None:
            self.head = Node(value)
            return
        node = self.head
        while node.next is not None:
            node = node.next
        node.next = Node(value)

    def delete(self, value):
        before, node = None, self.head
        while node is not None and node.value != value:
            before, node = node, node.next
        if node is None:
            return False
        if before is None:
            self.head = node.next
        else:
            before.next = node.next
        return True
