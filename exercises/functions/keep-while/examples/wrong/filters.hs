keepWhile :: (a -> Bool) -> [a] -> [a]
keepWhile p xs = [x | x <- xs, p x]
