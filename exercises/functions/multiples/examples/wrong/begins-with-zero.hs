multiples :: Integer -> [Integer]
multiples n = [0, n ..]
