function tally(words) {
  const found = {};
  for (const word of words) found[word] = (found[word] ?? 0) + 1;
  return found;
}
