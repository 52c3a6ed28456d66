const quicksort = (xs) => {
  if (xs.length < 2) return [...xs];
  const [pivot, ...rest] = xs;
  return [...quicksort(rest.filter((x) => x < pivot)), pivot, ...quicksort(rest.filter((x) => x >= pivot))];
};
