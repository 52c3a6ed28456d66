function squish(xs) {
  const kept = [];
  let last;
  for (const x of xs) {
    if (!last || last !== x) kept.push(x);
    last = x;
  }
  return kept;
}
