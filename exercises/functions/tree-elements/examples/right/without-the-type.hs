elements :: Tree a -> [a]
elements (Node l x r) = concat [elements l, [x], elements r]
elements Leaf = []
