multiples :: Integer -> [Integer]
multiples n = [k * n | k <- [1 .. 100]]
