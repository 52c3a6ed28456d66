async function position(names, name) {
  const found = names.findIndex((one) => one === name);
  return found < 0 ? null : found;
}
