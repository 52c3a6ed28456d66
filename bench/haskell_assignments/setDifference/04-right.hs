setDifference xs ys = filter (\x -> notElem x ys) xs
