function quicksort(xs) {
  if (xs.length <= 1) return xs;
  const pivot = xs[Math.floor(xs.length / 2)];
  const left = [];
  const right = [];
  for (let i = 0; i < xs.length; i++) {
    if (xs[i] < pivot) left.push(xs[i]);
    else right.push(xs[i]);
  }
  return quicksort(left).concat([pivot], quicksort(right));
}
