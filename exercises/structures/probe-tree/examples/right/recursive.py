class BSTNode(BinaryTreeNode):
    def insert(self, data):
        if data <= self.get_data():
            self.set_left(BSTNode(data) if self.get_left() is None else self.get_left().insert(data))
        else:
            self.set_right(BSTNode(data) if self.get_right() is None else self.get_right().insert(data))
        return self

    def delete(self, data):
        left, right = self.get_left(), self.get_right()
        if data < self.get_data():
            self.set_left(left and left.delete(data))
        elif data > self.get_data():
            self.set_right(right and right.delete(data))
        elif left is None or right is None:
            return left if right is None else right
        else:
            largest = left
            while largest.get_right() is not None:
                largest = largest.get_right()
            self.set_data(largest.get_data())
            self.set_left(left.delete(largest.get_data()))
        return self
