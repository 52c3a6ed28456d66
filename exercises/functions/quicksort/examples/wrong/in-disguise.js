const order = Array.prototype["so" + "rt"];

function quicksort(xs) {
  return order.call([...xs], (a, b) => a - b);
}
