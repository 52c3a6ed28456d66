module FindAge where

data Person = Person { name :: String, age :: Int }

findAge :: String -> [Person] -> Maybe Int
findAge _ [] = Nothing
findAge wanted (person : rest)
  | name person == wanted = Just (age person)
  | otherwise = findAge wanted rest
