data Person = Person { name :: String, age :: Int } deriving (Show, Eq)

findAge :: String -> [Person] -> Maybe Int
findAge wanted people = lookup wanted [(n, a) | Person n a <- people]
