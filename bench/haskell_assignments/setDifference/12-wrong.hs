setDifference :: [Int] -> [Int] -> [Int]
setDifference [] _ = []
setDifference (x:xs) ys
  | x `elem` ys = []
  | otherwise = x : setDifference xs ys
