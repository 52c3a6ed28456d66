setDifference :: [Int] -> [Int] -> [Int]
setDifference xs ys = [x | x <- xs, not (x `elem` ys)]
