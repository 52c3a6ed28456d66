multiples :: Integer -> [Integer]
multiples n = iterate (+ n) n
