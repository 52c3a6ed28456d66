isSublist :: [Int] -> [Int] -> Bool
isSublist [] _ = True
isSublist _ [] = False
isSublist (x:xs) (y:ys)
  | x == y = isSublist xs ys
  | otherwise = isSublist (x:xs) ys
