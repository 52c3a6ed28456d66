setDifference :: [Int] -> [Int] -> [Int]
setDifference xs ys = [y | y <- ys, y `notElem` xs]
