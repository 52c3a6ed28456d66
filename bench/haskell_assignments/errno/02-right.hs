errno :: String -> Int
errno s = a + b
  where (a, b) = foldl step (0, 0) s
        step (o, w) '(' = (o + 1, w)
        step (0, w) _ = (0, w + 1)
        step (o, w) _ = (o - 1, w)
