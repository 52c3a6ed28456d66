function smoosh(xs) {
  const found = xs.slice();
  for (let i = 1; i < found.length; i++) {
    if (found[i] === found[i - 1]) found[i] = -1;
  }
  return found;
}
