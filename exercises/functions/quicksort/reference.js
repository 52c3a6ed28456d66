/**
 * @param {number[]} xs
 * @returns {number[]}
 * @example quicksort([3, 1, 2]) // => [1, 2, 3]
 */
function quicksort(xs) {
  return [...xs].sort((a, b) => a - b);
}
