import Data.List
isSublist xs ys = any (isPrefixOf xs) (tails ys)
