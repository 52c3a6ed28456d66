import Data.List
setDifference :: [Int] -> [Int] -> [Int]
setDifference xs ys = nub [x | x <- xs, x `notElem` ys]
