errno :: String -> Int
errno s = abs (length (filter (== '(') s) - length (filter (== ')') s))
