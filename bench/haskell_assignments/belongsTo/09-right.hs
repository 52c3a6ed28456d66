belongsTo :: Eq a => a -> [a] -> Bool
belongsTo x ys = case ys of
  [] -> False
  z:zs | z == x -> True
       | otherwise -> belongsTo x zs
