belongsTo :: Eq a => a -> [a] -> Bool
belongsTo x = foldr (\y found -> found || x == y) False
