belongsTo :: Integer -> [Integer] -> Bool
belongsTo x [] = False
belongsTo x (y:ys) = if x == y then True
                     else belongsTo x ys
