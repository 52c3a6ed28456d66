setDifference :: [Int] -> [Int] -> [Int]
setDifference [] _ = []
setDifference (x:xs) ys
  | belongs x ys = setDifference xs ys
  | otherwise = x : setDifference xs ys

belongs _ [] = False
belongs x (y:ys) = if x == y then True else belongs x ys
