isSublist :: [Int] -> [Int] -> Bool
isSublist xs [] = False
isSublist xs (y:ys) = take (length xs) (y:ys) == xs || isSublist xs ys
