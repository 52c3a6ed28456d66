class Node:
    def __init__(self, value, next=None):
        self.value = value
        self.next = next


class LinkedList:
    def __init__(self):
        self.head = None

    def insert(self, value):
        if self.head is None or not self.head.value < value:
            self.head = Node(value, self.head)
            return
        node = self.head
        while node.next is not None and node.next.value < value:
            node = node.next
        node.next = Node(value, node.next)
