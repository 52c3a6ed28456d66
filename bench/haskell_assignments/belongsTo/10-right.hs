belongsTo :: Int -> [Int] -> Bool
belongsTo x ys = length (filter (== x) ys) > 0
