keepWhile :: (a -> Bool) -> [a] -> [a]
keepWhile p [] = []
keepWhile p (x:xs) = if p x then x : keepWhile p xs else [x]
