data Tree a = Leaf | Node (Tree a) a (Tree a)

elements :: Tree a -> [a]
elements Leaf = []
elements (Node l x r) = x : elements l ++ elements r
