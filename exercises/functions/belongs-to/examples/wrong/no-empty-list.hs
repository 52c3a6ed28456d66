belongsTo :: Int -> [Int] -> Bool
belongsTo x (y:ys) = x == y || belongsTo x ys
