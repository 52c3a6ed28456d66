isSublist :: [Int] -> [Int] -> Bool
isSublist xs ys = or [take n (drop k ys) == xs | k <- [0 .. length ys]]
  where n = length xs
