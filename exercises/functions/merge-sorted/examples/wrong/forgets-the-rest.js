function merge(xs, ys) {
  const merged = [];
  let i = 0;
  let j = 0;
  while (i < xs.length && j < ys.length) {
    if (xs[i] <= ys[j]) merged.push(xs[i++]);
    else merged.push(ys[j++]);
  }
  while (i < xs.length) merged.push(xs[i++]);
  return merged;
}
