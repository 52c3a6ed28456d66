/**
 * @param {number[]} xs
 * @param {number[]} ys
 */
function merge(xs, ys) {
  return [...xs, ...ys].sort((a, b) => a - b);
}
