setDifference :: [Int] -> [Int] -> [Int]
setDifference xs [] = xs
setDifference xs (y:ys) = setDifference (remove y xs) ys
  where remove _ [] = []
        remove z (w:ws) | z == w = ws
                        | otherwise = w : remove z ws
