isSublist :: [Int] -> [Int] -> Bool
isSublist xs ys = all (`elem` ys) xs
