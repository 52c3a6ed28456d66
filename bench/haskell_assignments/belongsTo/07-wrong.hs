belongsTo :: Int -> [Int] -> Bool
belongsTo _ [] = False
belongsTo x [y] = x == y
belongsTo x (y:_:ys) = x == y || belongsTo x ys
