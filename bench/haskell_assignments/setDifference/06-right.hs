setDifference :: Eq a => [a] -> [a] -> [a]
setDifference xs [] = xs
setDifference xs (y:ys) = setDifference (remove y xs) ys
  where remove _ [] = []
        remove z (w:ws) | z == w = remove z ws
                        | otherwise = w : remove z ws
