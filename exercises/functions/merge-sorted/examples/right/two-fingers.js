function merge(xs, ys) {
  const merged = [];
  let i = 0;
  let j = 0;
  while (i < xs.length && j < ys.length) merged.push(xs[i] <= ys[j] ? xs[i++] : ys[j++]);
  return merged.concat(xs.slice(i), ys.slice(j));
}
