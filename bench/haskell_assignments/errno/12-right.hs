errno :: String -> Int
errno s = let heights = scanl (\n c -> if c == '(' then n + 1 else n - 1) 0 s
              low = minimum heights
          in last heights - 2 * min 0 low
