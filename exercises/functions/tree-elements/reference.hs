module Trees where

data Tree a = Leaf | Node (Tree a) a (Tree a)

elements :: Tree a -> [a]
elements Leaf = []
elements (Node left x right) = elements left ++ [x] ++ elements right
