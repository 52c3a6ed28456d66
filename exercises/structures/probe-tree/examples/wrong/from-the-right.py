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
            above, smallest = node, node.get_right()
            while smallest.get_left() is not None:
                above, smallest = smallest, smallest.get_left()
            node.set_data(smallest.get_data())
            if above is node:
                above.set_right(smallest.get_right())
            else:
                above.set_left(smallest.get_right())
            return self
        child = node.get_left() if node.get_left() is not None else node.get_right()
        if parent is None:
            return child
        if parent.get_left() is node:
            parent.set_left(child)
        else:
            parent.set_right(child)
        return self
