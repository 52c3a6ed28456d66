data Tree a = Leaf | Node (Tree a) a (Tree a)

elements :: Tree a -> [a]
elements (Node Leaf x Leaf) = [x]
elements (Node l x r) = elements l ++ [x]
elements Leaf = []
