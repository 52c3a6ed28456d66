class Node:
    def __init__(self, key, left=None, right=None):
        self.key = key
        self.left = left
        self.right = right

    def rotate_left(self):
        up = self.right
        if up is None:
            return self
        return Node(up.key, Node(self.key, self.left, up.left), up.right)

    def rotate_right(self):
        up = self.left
        if up is None:
            return self
        return Node(up.key, up.left, Node(self.key, up.right, self.right))
