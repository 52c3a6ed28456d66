function position(names, name) {
  return names.indexOf(name) || null;
}
