function tally(words) {
  const found = new Map();
  words.forEach((word) => found.set(word, (found.get(word) || 0) + 1));
  return found;
}
