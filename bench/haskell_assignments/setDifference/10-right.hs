setDifference :: [Int] -> [Int] -> [Int]
setDifference xs ys = concatMap (\x -> if any (== x) ys then [] else [x]) xs
