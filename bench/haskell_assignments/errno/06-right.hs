errno :: String -> Int
errno s = length (foldl push [] s)
  where push ('(':st) ')' = st
        push st c = c : st
