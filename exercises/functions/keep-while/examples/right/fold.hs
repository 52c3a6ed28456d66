keepWhile :: (a -> Bool) -> [a] -> [a]
keepWhile p = foldr (\x rest -> if p x then x : rest else []) []
