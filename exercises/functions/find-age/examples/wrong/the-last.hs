import qualified Data.Map as Map

data Person = Person { name :: String, age :: Int }

findAge :: String -> [Person] -> Maybe Int
findAge wanted people = Map.lookup wanted (Map.fromList [(name p, age p) | p <- people])
