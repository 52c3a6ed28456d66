isSublist :: [Int] -> [Int] -> Bool
isSublist xs ys = xs == take (length xs) ys || isSublist xs (tail ys)
