function gcd(a, b) {
  return b === 0 ? a : a % b;
}
