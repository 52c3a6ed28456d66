module SetDifference where

setDifference :: Eq a => [a] -> [a] -> [a]
setDifference [] _ = []
setDifference (x : xs) ys
  | x `elem` ys = setDifference xs ys
  | otherwise = x : setDifference xs ys
