isSublist :: [Int] -> [Int] -> Bool
isSublist subList superList
    | length superList < length subList = False
    | subList == [x | (x,y)<- (zip superList subList)] = True
    | otherwise = isSublist subList (tail superList)
