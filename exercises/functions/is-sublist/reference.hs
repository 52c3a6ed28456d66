module IsSublist where

isSublist :: Eq a => [a] -> [a] -> Bool
isSublist [] _ = True
isSublist _ [] = False
isSublist xs (y : ys)
  | begins xs (y : ys) = True
  | otherwise = isSublist xs ys

begins :: Eq a => [a] -> [a] -> Bool
begins [] _ = True
begins _ [] = False
begins (x : xs) (y : ys)
  | x == y = begins xs ys
  | otherwise = False
