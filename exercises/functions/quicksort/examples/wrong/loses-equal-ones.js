const quicksort = (xs) => {
  if (xs.length < 2) return [...xs];
  const pivot = xs[0];
  const smaller = xs.filter((x) => x < pivot);
  const larger = xs.filter((x) => x > pivot);
  return [...quicksort(smaller), pivot, ...quicksort(larger)];
};
