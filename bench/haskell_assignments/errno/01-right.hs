errno :: String -> Int
errno = go 0
  where go n [] = n
        go n ('(':cs) = go (n + 1) cs
        go 0 (_:cs) = 1 + go 0 cs
        go n (_:cs) = go (n - 1) cs
