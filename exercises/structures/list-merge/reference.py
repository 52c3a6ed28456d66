class Node:
    def __init__(self, value, next=None):
        self.value = value
        self.next = next


class LinkedList:
    def __init__(self):
        self.head = None

    def insert(self, value):
        if self.head is None or value {order} self.head.value:
            self.head = Node(value, self.head)
            return
        node = self.head
        while node.next is not None and not value {order} node.next.value:
            node = node.next
        node.next = Node(value, node.next)

    def merge(self, other: "LinkedList"):
        first = last = Node(0)
        one, two = self.head, other.head
        while one is not None and two is not None:
            if one.value {order} two.value:
                last.next, one = one, one.next
            else:
                last.next, two = two, two.next
            last = last.next
        last.next = one if one is not None else two
        self.head = first.next
