setDifference xs ys = filter (`notElem` ys) xs
