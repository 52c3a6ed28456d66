errno :: String -> Int
errno s = maximum (0 : map abs (scanl (\n c -> if c == '(' then n + 1 else n - 1) 0 s))
