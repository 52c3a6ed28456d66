errno :: String -> Int
errno s
  | shorter == s = length s
  | otherwise = errno shorter
  where shorter = removed s

removed :: String -> String
removed ('(':')':rest) = removed rest
removed (c:rest) = c : removed rest
removed [] = []
