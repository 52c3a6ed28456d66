setDifference :: Eq a => [a] -> [a] -> [a]
setDifference xs ys = foldr keep [] xs
  where keep x rest = if x `elem` ys then rest else x : rest
