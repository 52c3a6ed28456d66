const squish = (xs) => [...new Set(xs)];
