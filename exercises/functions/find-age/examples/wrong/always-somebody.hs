data Person = Person { name :: String, age :: Int }

findAge :: String -> [Person] -> Maybe Int
findAge wanted people = Just (age (head (filter (\p -> name p == wanted) people)))
