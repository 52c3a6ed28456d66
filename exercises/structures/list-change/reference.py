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

    def change(self):
        self._{operation}()

    def _neighbours(self):
        before, node = None, self.head
        while node is not None and node.next is not None:
            second = node.next
            node.next, second.next = second.next, node
            if before is None:
                self.head = second
            else:
                before.next = second
            before, node = node, node.next

    def _first_to_end(self):
        if self.head is None or self.head.next is None:
            return
        first = last = self.head
        while last.next is not None:
            last = last.next
        self.head, last.next, first.next = first.next, first, None

    def _last_to_front(self):
        if self.head is None or self.head.next is None:
            return
        before = self.head
        while before.next.next is not None:
            before = before.next
        last = before.next
        before.next, last.next, self.head = None, self.head, last

    def _every_second(self):
        node = self.head
        while node is not None and node.next is not None:
            node.next = node.next.next
            node = node.next

    def _twice(self):
        node = self.head
        while node is not None:
            node.next = Node(node.value, node.next)
            node = node.next.next

    def _halves(self):
        if self.head is None or self.head.next is None:
            return
        middle = fast = self.head
        while fast.next is not None and fast.next.next is not None:
            middle, fast = middle.next, fast.next.next
        last = fast if fast.next is None else fast.next
        self.head, last.next, middle.next = middle.next, self.head, None
