class Node:
    def __init__(self, key, left=None, right=None):
        self.key = key
        self.left = left
        self.right = right

    def rotate_left(self):
        root = self.right
        if root is None:
            return self
        root.left = self
        self.right = None
        return root

    def rotate_right(self):
        root = self.left
        if root is None:
            return self
        self.left, root.right = root.right, self
        return root
