errno :: String -> Int
errno s | t == s = length s
        | otherwise = errno t
  where t = cut s
cut ('(':')':r) = cut r
cut (c:r) = c : cut r
cut [] = []
