errno :: String -> Int
errno s = a + b
  where (a, b) = foldl step (0, 0) s
        step (open, wrong) '(' = (open + 1, wrong)
        step (0, wrong) _ = (0, wrong + 1)
        step (open, wrong) _ = (open - 1, wrong)
