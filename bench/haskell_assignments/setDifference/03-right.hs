setDifference :: [Int] -> [Int] -> [Int]
setDifference [] [] = []
setDifference [] _ = []
setDifference xs [] = xs
setDifference (x:xs) ys = if x `elem` ys then setDifference xs ys else x : setDifference xs ys
