class BinaryTreeNode:
    def __init__(self, data):
        self.__data = data
        self.__left = None
        self.__right = None

    def get_data(self):
        return self.__data

    def set_data(self, data):
        self.__data = data

    def get_left(self):
        return self.__left

    def set_left(self, node):
        self.__left = node

    def get_right(self):
        return self.__right

    def set_right(self, node):
        self.__right = node


class BSTNode(BinaryTreeNode):
    def insert(self, data):
        node = self
        while True:
            if data <= node.get_data():
                if node.get_left() is None:
                    node.set_left(BSTNode(data))
                    return self
                node = node.get_left()
            else:
                if node.get_right() is None:
                    node.set_right(BSTNode(data))
                    return self
                node = node.get_right()

    def delete(self, data):
        parent, node = None, self
        while node is not None and node.get_data() != data:
            parent = node
            node = node.get_left() if data < node.get_data() else node.get_right()
        if node is None:
            return self
        if node.get_left() is not None and node.get_right() is not None:
            above, largest = node, node.get_left()
            while largest.get_right() is not None:
                above, largest = largest, largest.get_right()
            node.set_data(largest.get_data())
            if above is node:
                above.set_left(largest.get_left())
            else:
                above.set_right(largest.get_left())
            return self
        child = node.get_left() if node.get_left() is not None else node.get_right()
        if parent is None:
            return child
        if parent.get_left() is node:
            parent.set_left(child)
        else:
            parent.set_right(child)
        return self
