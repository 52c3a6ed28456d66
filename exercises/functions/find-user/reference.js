/**
 * @param {string[]} names
 * @param {string} name
 * @returns {number | null}
 */
function position(names, name) {
  const found = names.indexOf(name);
  return found === -1 ? null : found;
}
