module KeepWhile where

keepWhile :: (a -> Bool) -> [a] -> [a]
keepWhile _ [] = []
keepWhile p (x : xs)
  | p x = x : keepWhile p xs
  | otherwise = []
