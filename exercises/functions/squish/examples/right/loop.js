function squish(xs) {
  const kept = [];
  for (const x of xs) {
    if (kept.at(-1) !== x) kept.push(x);
  }
  return kept;
}
