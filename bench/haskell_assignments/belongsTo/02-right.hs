belongsTo :: Int -> [Int] -> Bool
belongsTo x xs = x `elem` xs
