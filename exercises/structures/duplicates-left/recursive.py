class Node:
    def __init__(self, key, left=None, right=None):
        self.key, self.left, self.right = key, left, right


class Tree:
    def __init__(self):
        self.root = None

    def insert(self, key):
        self.root = self._inserted(self.root, key)

    def _inserted(self, node, key):
        if node is None:
            return Node(key)
        if key == node.key:
            {side.recursive}
        elif key < node.key:
            node.left = self._inserted(node.left, key)
        else:
            node.right = self._inserted(node.right, key)
        return node

    def delete(self, key):
        self.root = self._deleted(self.root, key)

    def _deleted(self, node, key):
        if node is None:
            return None
        if key < node.key:
            node.left = self._deleted(node.left, key)
        elif key > node.key:
            node.right = self._deleted(node.right, key)
        elif node.left is None:
            return node.right
        elif node.right is None:
            return node.left
        else:
            next = node.{side.near}
            while next.{side.far} is not None:
                next = next.{side.far}
            node.key = next.key
            node.{side.near} = self._deleted(node.{side.near}, next.key)
        return node
