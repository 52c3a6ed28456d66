/** @param {number[]} xs */
function squish(xs) {
  return xs.filter((x, i) => i === 0 || x !== xs[i - 1]);
}
