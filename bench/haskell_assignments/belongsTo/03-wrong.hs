belongsTo :: Int -> [Int] -> Bool
belongsTo x (y:ys)
  | x == y = True
  | otherwise = belongsTo x ys
