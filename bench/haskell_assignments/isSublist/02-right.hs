isSublist :: [Int]->[Int]-> Bool
isSublist [] _ = True
isSublist _ [] = False
isSublist x (y:ys) | check x (y:ys) = True
                   | otherwise = isSublist x (ys)

check [] [] =True
check _ [] =False
check [] _ = True
check (x:xs) (y:ys) | x==y = check xs ys
                    | otherwise = False
