class Node:
    def __init__(self, value, next=None):
        self.value = value
        self.next = next


class LinkedList:
    def __init__(self):
        self.head = None

    def reverse(self):
        done, rest = None, self.head
        while rest is not None:
            rest.next, done, rest = done, rest, rest.next
        self.head = done
