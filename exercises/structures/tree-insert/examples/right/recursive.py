class Node:
    __slots__ = ("key", "left", "right")

    def __init__(self, key, left=None, right=None):
        self.key = key
        self.left = left
        self.right = right

    def insert(self, key):
        if key < self.key:
            self.left = self.left.insert(key) if self.left else Node(key)
        elif key > self.key:
            self.right = self.right.insert(key) if self.right else Node(key)
        return self

    def contains(self, key):
        if key == self.key:
            return True
        child = self.left if key < self.key else self.right
        return child is not None and child.contains(key)
