belongsTo :: Eq a => a -> [a] -> Bool
belongsTo _ [] = False
belongsTo x (y:ys) = x == y || belongsTo x ys
