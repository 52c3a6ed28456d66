setDifference :: Eq a => [a] -> [a] -> [a]
setDifference xs ys = do { x <- xs; if x `elem` ys then [] else return x }
