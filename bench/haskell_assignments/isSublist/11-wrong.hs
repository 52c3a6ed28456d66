isSublist :: [Int] -> [Int] -> Bool
isSublist xs ys = go xs ys
  where go [] _ = True
        go _ [] = False
        go (a:as) (b:bs) | a == b = go as bs
                         | otherwise = go xs bs
