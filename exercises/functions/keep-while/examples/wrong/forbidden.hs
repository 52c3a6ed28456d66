keepWhile :: (a -> Bool) -> [a] -> [a]
keepWhile = takeWhile
