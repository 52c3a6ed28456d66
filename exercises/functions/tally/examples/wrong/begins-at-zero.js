function tally(words) {
  const found = {};
  for (const word of words) {
    if (word in found) found[word] += 1;
    else found[word] = 0;
  }
  return found;
}
