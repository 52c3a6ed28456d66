multiples :: Integer -> [Integer]
multiples n = go n
  where go m = m : go (m + n)
