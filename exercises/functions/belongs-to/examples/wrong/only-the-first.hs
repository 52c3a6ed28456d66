belongsTo :: Eq a => a -> [a] -> Bool
belongsTo _ [] = False
belongsTo x (y:_) = x == y
