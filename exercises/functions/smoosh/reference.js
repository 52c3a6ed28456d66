/** @param {number[]} xs */
function smoosh(xs) {
  return xs.map((x, i) => (i > 0 && x === xs[i - 1] ? -1 : x));
}
