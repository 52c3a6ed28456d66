isSublist :: Eq a => [a] -> [a] -> Bool
isSublist xs ys = xs `elem` windows ys
  where n = length xs
        windows zs | length zs < n = []
                   | null zs = [[]]
                   | otherwise = take n zs : windows (tail zs)
