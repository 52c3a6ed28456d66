class LinkedList:
    def __init__(self):
        self.head = None

    def merge(self, other):
        first = last = Node(0)
        one, two = self.head, other.head
        while one is not None and two is not None:
            if one.value <= two.value:
                last.next, one = one, one.next
            else:
                last.next, two = two, two.next
            last = last.next
        if one is not None:
            last.next = one
        self.head = first.next
