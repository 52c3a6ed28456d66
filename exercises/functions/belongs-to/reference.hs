module BelongsTo where

belongsTo :: Eq a => a -> [a] -> Bool
belongsTo _ [] = False
belongsTo x (y : ys)
  | x == y = True
  | otherwise = belongsTo x ys
