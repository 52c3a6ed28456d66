import Data.List (isPrefixOf, tails)

isSublist :: Eq a => [a] -> [a] -> Bool
isSublist xs = any (xs `isPrefixOf`) . tails
