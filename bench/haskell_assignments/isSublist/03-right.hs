import Data.List
isSublist :: Eq a => [a] -> [a] -> Bool
isSublist = isInfixOf
