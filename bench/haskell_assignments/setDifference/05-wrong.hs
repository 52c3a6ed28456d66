import Data.List
setDifference :: [Int] -> [Int] -> [Int]
setDifference xs ys = xs \\ ys
