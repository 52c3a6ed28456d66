errno :: String -> Integer
errno s = count s 0 0
count :: String -> Integer -> Integer -> Integer
count [] open bad = open + bad
count (c:cs) open bad
  | c == '(' = count cs (open + 1) bad
  | open > 0 = count cs (open - 1) bad
  | otherwise = count cs open (bad + 1)
