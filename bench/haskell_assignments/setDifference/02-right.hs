setDifference :: [Int] -> [Int] -> [Int]
setDifference xs ys = [x | x <- xs, not (elem x ys)]
