class Node:
    def __init__(self, key: int, left: "Node | None" = None, right: "Node | None" = None):
        self.key = key
        self.left = left
        self.right = right

    def rotate_left(self) -> "Node":
        root = self.right
        if root is None:
            return self
        self.right, root.left = root.left, self
        return root

    def rotate_right(self) -> "Node":
        root = self.left
        if root is None:
            return self
        self.left, root.right = root.right, self
        return root
