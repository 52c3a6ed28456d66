module Multiples where

multiples :: Integer -> [Integer]
multiples n = map (* n) [1 ..]
