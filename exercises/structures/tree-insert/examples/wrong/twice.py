class Node:
    def __init__(self, key):
        self.key = key
        self.left = None
        self.right = None

    def insert(self, key):
        if key < self.key:
            if self.left is None:
                self.left = Node(key)
            else:
                self.left.insert(key)
        else:
            if self.right is None:
                self.right = Node(key)
            else:
                self.right.insert(key)
        return self

    def contains(self, key):
        if key == self.key:
            return True
        child = self.left if key < self.key else self.right
        return child is not None and child.contains(key)
