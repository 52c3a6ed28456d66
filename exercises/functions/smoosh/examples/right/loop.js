function smoosh(xs) {
  const found = xs.slice();
  for (let i = xs.length - 1; i > 0; i--) {
    if (xs[i] === xs[i - 1]) found[i] = -1;
  }
  return found;
}
