class Node:
    def __init__(self, key: int):
        self.key = key
        self.left: "Node | None" = None
        self.right: "Node | None" = None

    def insert(self, key: int) -> "Node":
        node = self
        while key != node.key:
            if key {side} node.key:
                if node.left is None:
                    node.left = Node(key)
                node = node.left
            else:
                if node.right is None:
                    node.right = Node(key)
                node = node.right
        return self

    def contains(self, key: int) -> bool:
        node = self
        while node is not None and node.key != key:
            node = node.left if key {side} node.key else node.right
        return node is not None
