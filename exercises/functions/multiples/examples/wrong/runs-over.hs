multiples :: Int -> [Int]
multiples n = go n
  where go m = m : go (m + n)
