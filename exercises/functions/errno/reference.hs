module Errno where

errno :: String -> Int
errno = count 0

-- How many have to go where so many are still open.
count :: Int -> String -> Int
count open [] = open
count open ('(' : rest) = count (open + 1) rest
count open (')' : rest)
  | open > 0 = count (open - 1) rest
  | otherwise = 1 + count open rest
count open (_ : rest) = count open rest
