function position(names, name) {
  for (let i = 0; i < names.length; i++) {
    if (names[i] === name) return i;
  }
}
