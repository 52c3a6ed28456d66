belongsTo :: Int -> [Int] -> Bool
belongsTo x ys = go ys
  where go [] = False
        go (z:zs) = if z /= x then go zs else True
