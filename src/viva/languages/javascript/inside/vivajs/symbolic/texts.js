// Texts whose letters are terms: what is asked of them is a branch on these.
(function (kit) {
  "use strict";
  const { Num, Text, plain, lost, number } = kit.boxes;
  const MOST_DIGITS = 15;
  const SPACES = [32, 9, 10];

  const codes = (text) => Array.from({ length: text.length }, (_, place) => kit.path.constant(text.charCodeAt(place)));
  const asText = (value) => (value instanceof Text ? value : new Text(value, codes(value)));
  const lengthTerm = (text) => (text.open === null ? kit.path.constant(text.c.length) : kit.path.variable(`${text.open}#`));
  const lengthOf = (text) => (text.open === null ? text.c.length : new Num(text.c.length, lengthTerm(text)));

  // The text with a length that the path keeps.
  const settled = (text, site = 0) => {
    if (text.open !== null) kit.path.pin(site, lengthTerm(text), text.c.length);
    return text;
  };

  const part = (text, from, until) => new Text(text.c.slice(from, until), text.codes.slice(from, Math.max(from, until)));
  const joined = (parts) => new Text(parts.map((one) => one.c).join(""), parts.flatMap((one) => one.codes));

  // Whether two lists of terms are alike where they were: true, false, or a term.
  const alike = (one, two) => {
    const terms = [];
    for (let place = 0; place < one.length; place++) {
      if (one[place] === two[place]) continue;
      if (kit.path.constants[one[place]] && kit.path.constants[two[place]]) return false;
      terms.push(kit.path.node("==", one[place], two[place]));
    }
    return terms.length ? kit.path.all(terms) : true;
  };

  const same = (left, right, site) => {
    const [one, two] = [asText(left), asText(right)];
    if (one.open !== null || two.open !== null) {
      const equal = kit.path.compare(site, "==", lengthTerm(one), lengthTerm(two), one.c.length === two.c.length);
      if (!equal) return false;
      // Nothing is compared of empty texts: that they are empty is what has to be asked.
      if (one.c.length === 0) kit.path.compare(site, "==", lengthTerm(one.open === null ? two : one), kit.path.constant(0), true);
    } else if (one.c.length !== two.c.length) return false;
    const term = alike(one.codes, two.codes);
    return typeof term === "boolean" ? term : kit.path.branch(site, term, one.c === two.c);
  };

  const starts = (text, pattern, at, site) => {
    if (at < 0 || at + pattern.c.length > text.c.length) return false;
    const term = alike(text.codes.slice(at, at + pattern.c.length), pattern.codes);
    return typeof term === "boolean" ? term : kit.path.branch(site, term, text.c.startsWith(pattern.c, at));
  };

  const found = (text, pattern, from, site) => {
    settled(text, site);
    settled(pattern, site);
    for (let place = Math.max(0, from); place + pattern.c.length <= text.c.length; place++) {
      if (starts(text, pattern, place, site)) return place;
    }
    return -1;
  };

  const foundLast = (text, pattern, from, site) => {
    settled(text, site);
    for (let place = Math.min(from, text.c.length - pattern.c.length); place >= 0; place--) {
      if (starts(text, pattern, place, site)) return place;
    }
    return -1;
  };

  // Less than nothing where the first comes first, as `<` has it.
  const order = (left, right, site) => {
    const [one, two] = [asText(left), asText(right)];
    const shorter = Math.min(one.c.length, two.c.length);
    for (let place = 0; place < shorter; place++) {
      const [a, b] = [one.c.charCodeAt(place), two.c.charCodeAt(place)];
      if (kit.path.compare(site, "==", one.codes[place], two.codes[place], a === b)) continue;
      kit.path.compare(site, "<", one.codes[place], two.codes[place], a < b);
      return a < b ? -1 : 1;
    }
    kit.path.compare(site, "<", lengthTerm(one), lengthTerm(two), one.c.length < two.c.length);
    return one.c.length - two.c.length;
  };

  const isDigit = (text, place, site) => {
    const code = text.codes[place];
    const at = text.c.charCodeAt(place);
    const inside = at >= 48 && at <= 57;
    if (kit.path.constants[code]) return inside;
    const { path } = kit;
    return path.branch(site, path.all([path.node(">=", code, path.constant(48)), path.node("<=", code, path.constant(57))]), inside);
  };

  // The number that the first letters are; null where they are none.
  const leading = (text, site) => {
    const { path } = kit;
    settled(text, site);
    let at = 0;
    if (text.c.length && path.compare(site, "==", text.codes[0], path.constant(45), text.c[0] === "-")) at = 1;
    const negative = at === 1;
    let term = null;
    let value = 0;
    const first = at;
    for (; at < text.c.length && at - first < MOST_DIGITS && isDigit(text, at, site); at++) {
      const digit = path.node("-", text.codes[at], path.constant(48));
      term = term === null ? digit : path.node("+", path.node("*", term, path.constant(10)), digit);
      value = value * 10 + (text.c.charCodeAt(at) - 48);
    }
    if (term === null) return null;
    return { until: at, value: number(negative ? -value : value, negative ? path.node("-", path.constant(0), term) : term) };
  };

  const toNumber = (text, site) => {
    if (/^-?\d{1,15}$/.test(text.c)) return leading(text, site).value;
    leading(text, site);
    return lost(Number(text.c));
  };

  // A whole number as people write it.
  const digits = (box, base, site) => {
    const { path } = kit;
    if (!path.whole(box.t) || !Number.isSafeInteger(box.c) || base > 10) return asText(lost(box.c.toString(base)));
    const negative = path.compare(site, "<", box.t, path.constant(0), box.c < 0);
    const size = negative ? path.node("-", path.constant(0), box.t) : box.t;
    const shown = Math.abs(box.c).toString(base);
    for (let place = 1; place <= shown.length; place++) {
      path.compare(site, "<", size, path.constant(base ** place), place === shown.length);
    }
    const terms = Array.from({ length: shown.length }, (_, place) => {
      const under = base ** (shown.length - 1 - place);
      const above = under === 1 ? size : path.node("//", size, path.constant(under));
      const one = place === 0 ? above : path.node("%", above, path.constant(base));
      return path.node("+", one, path.constant(48));
    });
    return negative ? new Text(`-${shown}`, [path.constant(45), ...terms]) : new Text(shown, terms);
  };

  // What a value is as text.
  const textOf = (value, site) => {
    if (value instanceof Text) return settled(value, site);
    if (value instanceof Num) return digits(value, 10, site);
    return asText(`${value}`);
  };

  // Larger or smaller letters.
  const shifted = (text, low, high, by) => {
    const { path } = kit;
    const c = by < 0 ? text.c.toUpperCase() : text.c.toLowerCase();
    if (!/^[\x00-\x7f]*$/.test(text.c)) return lost(c);
    const terms = text.codes.map((code, place) => {
      if (path.constants[code]) return path.constant(c.charCodeAt(place));
      const inside = path.all([path.node(">=", code, path.constant(low)), path.node("<=", code, path.constant(high))]);
      return path.node("ite", inside, path.node("+", code, path.constant(by)), code);
    });
    return new Text(c, terms, text.open);
  };

  const isSpace = (text, place, site) => {
    const at = text.c.charCodeAt(place);
    const code = text.codes[place];
    const inside = /\s/.test(text.c[place]);
    if (kit.path.constants[code] || (inside && !SPACES.includes(at))) return inside;
    return kit.path.branch(site, kit.path.any(SPACES.map((space) => kit.path.node("==", code, kit.path.constant(space)))), inside);
  };

  const trimmed = (text, start, end, site) => {
    settled(text, site);
    let [from, until] = [0, text.c.length];
    while (start && from < until && isSpace(text, from, site)) from++;
    while (end && until > from && isSpace(text, until - 1, site)) until--;
    return part(text, from, until);
  };

  // One letter; undefined beyond the end.
  const letter = (text, index, site) => {
    const at = kit.places.inside(index, text.c.length, lengthTerm(text), site);
    return at === null ? undefined : part(text, at, at + 1);
  };

  kit.texts = {
    asText, lengthTerm, lengthOf, settled, part, joined, same, starts, found, foundLast, order, leading, toNumber, digits, textOf,
    shifted, trimmed, letter, plain,
  };
});
