errno :: String -> Int
errno s = length s - 2 * pairs s
  where pairs ('(':')':r) = 1 + pairs r
        pairs (_:r) = pairs r
        pairs [] = 0
