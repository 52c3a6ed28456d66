belongsTo :: Int -> [Int] -> Bool
belongsTo x ys = not (null [y | y <- ys, y == x])
