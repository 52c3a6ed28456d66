isSublist :: Eq a => [a] -> [a] -> Bool
isSublist [] [] = True
isSublist xs [] = False
isSublist xs ys = begins xs ys || isSublist xs (tail ys)
  where begins [] _ = True
        begins _ [] = False
        begins (a:as) (b:bs) = a == b && begins as bs
