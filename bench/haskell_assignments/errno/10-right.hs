errno :: String -> Int
errno s = fst (scan s) + snd (scan s)
scan :: String -> (Int, Int)
scan = foldr f (0, 0)
  where f ')' (o, c) = (o, c + 1)
        f _ (o, 0) = (o + 1, 0)
        f _ (o, c) = (o, c - 1)
