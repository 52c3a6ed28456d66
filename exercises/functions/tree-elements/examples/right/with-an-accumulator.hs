data Tree a = Leaf | Node (Tree a) a (Tree a) deriving (Show, Eq)

elements :: Tree a -> [a]
elements tree = go tree []
  where go Leaf rest = rest
        go (Node l x r) rest = go l (x : go r rest)
