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
        found, before, node = None, None, self.head
        while node is not None:
            if node.value == value:
                found = before, node
                {which.stop}
            before, node = node, node.next
        if found is None:
            return False
        before, node = found
        if before is None:
            self.head = node.next
        else:
            before.next = node.next
        return True
