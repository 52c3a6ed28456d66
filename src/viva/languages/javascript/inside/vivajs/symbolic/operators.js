// What operators do to boxes. Without one they do what they always do.
(function (kit) {
  "use strict";
  const { Num, Text, isBox, plain, lost, number, termOf } = kit.boxes;
  const PLAIN = {
    __proto__: null,
    "+": (a, b) => a + b, "-": (a, b) => a - b, "*": (a, b) => a * b, "/": (a, b) => a / b, "%": (a, b) => a % b,
    "**": (a, b) => a ** b, "&": (a, b) => a & b, "|": (a, b) => a | b, "^": (a, b) => a ^ b, "<<": (a, b) => a << b,
    ">>": (a, b) => a >> b, ">>>": (a, b) => a >>> b, "<": (a, b) => a < b, "<=": (a, b) => a <= b, ">": (a, b) => a > b,
    ">=": (a, b) => a >= b, "==": (a, b) => a == b, "!=": (a, b) => a != b, "===": (a, b) => a === b, "!==": (a, b) => a !== b,
    in: (a, b) => a in b, instanceof: (a, b) => a instanceof b,
  };
  const HIGHEST = 6; // powers that are multiplied out

  // A box or a number; undefined for what is neither and no simple value.
  const numeric = (value, site) => {
    if (value instanceof Num) return value;
    if (value instanceof Text) return kit.texts.toNumber(value, site);
    return typeof value === "object" || typeof value === "function" || typeof value === "bigint" || typeof value === "symbol"
      ? value === null ? 0 : undefined
      : Number(value);
  };

  // The whole part of a number, towards zero.
  const truncated = (box, site) => {
    const { path } = kit;
    if (path.whole(box.t)) return box;
    const negative = path.compare(site, "<", box.t, path.constant(0), box.c < 0);
    const zero = path.constant(0);
    return number(Math.trunc(box.c), negative ? path.node("-", zero, floored(path.node("-", zero, box.t))) : floored(box.t));
  };

  // The quotient of whole numbers, rounded down, is what `//` is.
  const floored = (term) => {
    const parts = /^\["\/",(\d+),(\d+)\]$/.exec(kit.path.nodes[term]);
    if (parts && kit.path.whole(+parts[1]) && kit.path.whole(+parts[2])) return kit.path.node("//", +parts[1], +parts[2]);
    return kit.path.node("floor", term);
  };

  // As the operators on bits see a number; null where more than 32 bits would be cut off.
  const asBits = (value, site) => {
    if (!(value instanceof Num)) return value | 0;
    const { path } = kit;
    const box = truncated(value, site);
    if (!(box instanceof Num)) return null;
    const low = path.compare(site, "<", box.t, path.constant(-(2 ** 31)), box.c < -(2 ** 31));
    const high = path.compare(site, ">", box.t, path.constant(2 ** 31 - 1), box.c > 2 ** 31 - 1);
    return low || high ? null : box;
  };

  const isPower = (value) => value > 0 && Number.isInteger(Math.log2(value));

  const bits = (operator, left, right, site) => {
    const c = PLAIN[operator](plain(left), plain(right));
    const { path } = kit;
    if (operator === "&" && !(left instanceof Num)) [left, right] = [right, left];
    if (operator === "|" && !(left instanceof Num)) [left, right] = [right, left];
    const by = plain(right);
    if (right instanceof Num || !Number.isInteger(by)) return lost(c);
    const box = asBits(left, site);
    if (!(box instanceof Num)) return lost(c);
    const shift = path.constant(2 ** (by & 31));
    switch (operator) {
      case "|":
        return by === 0 ? box : lost(c);
      case "^":
        return by === 0 ? box : by === -1 ? number(c, path.node("-", path.constant(-1), box.t)) : lost(c);
      case "&":
        if (by >= 0 && isPower(by + 1)) return number(c, path.node("%", box.t, path.constant(by + 1)));
        if (!isPower(by)) return lost(c);
        return number(c, path.node("*", path.node("%", path.node("//", box.t, path.constant(by)), path.constant(2)), path.constant(by)));
      case ">>":
        return number(c, path.node("//", box.t, shift));
      case ">>>":
        if (path.compare(site, "<", box.t, path.constant(0), box.c < 0)) return lost(c);
        return number(c, path.node("//", box.t, shift));
      case "<<":
        return c === box.c * 2 ** (by & 31) ? number(c, path.node("*", box.t, shift)) : lost(c);
    }
    return lost(c);
  };

  const isZero = (value, term, site) => kit.path.compare(site, "==", term, kit.path.constant(0), plain(value) === 0);

  // The sign is that of the first.
  const remainder = (left, right, a, b, site) => {
    const { path } = kit;
    const c = plain(left) % plain(right);
    if (isZero(right, b, site) || !path.whole(a) || !path.whole(b)) return lost(c);
    const zero = path.constant(0);
    const size = (value, term) =>
      path.compare(site, "<", term, zero, plain(value) < 0) ? path.node("-", zero, term) : term;
    const below = size(right, b);
    const above = size(left, a);
    const found = path.node("%", above, below);
    return number(c, above === a ? found : path.node("-", zero, found));
  };

  const power = (left, right, site) => {
    const c = plain(left) ** plain(right);
    const by = kit.boxes.pinned(right, site);
    if (!(left instanceof Num) || !Number.isInteger(by) || by < 1 || by > HIGHEST) return lost(c);
    let term = left.t;
    for (let at = 1; at < by; at++) term = kit.path.node("*", term, left.t);
    return number(c, term);
  };

  const arithmetic = (operator, left, right, site) => {
    const c = PLAIN[operator](plain(left), plain(right));
    if (operator === "**") return power(left, right, site);
    const [a, b] = [termOf(left), termOf(right)];
    if (a === null || b === null) return lost(c);
    if (operator === "%") return remainder(left, right, a, b, site);
    if (operator === "/") return isZero(right, b, site) ? lost(c) : number(c, kit.path.node("/", a, b));
    return number(c, kit.path.node(operator, a, b));
  };

  const compared = (operator, left, right, site) => {
    const texts = typeof plain(left) === "string" && typeof plain(right) === "string";
    if (texts) return PLAIN[operator](kit.texts.order(left, right, site), 0);
    const [one, two] = [numeric(left, site), numeric(right, site)];
    const c = PLAIN[operator](plain(left), plain(right));
    if (one === undefined || two === undefined) return lost(c);
    return kit.path.compare(site, operator, termOf(one), termOf(two), c);
  };

  const identical = (left, right, site) => {
    const [one, two] = [plain(left), plain(right)];
    if (typeof one !== typeof two) return false;
    if (typeof one === "string") return kit.texts.same(left, right, site);
    if (typeof one !== "number") return one === two;
    return kit.path.compare(site, "==", termOf(left), termOf(right), one === two);
  };

  const equal = (left, right, site) => {
    const [one, two] = [plain(left), plain(right)];
    if (typeof one === typeof two) return identical(left, right, site);
    if (one === null || two === null || one === undefined || two === undefined) return one == two;
    const [a, b] = [numeric(left, site), numeric(right, site)];
    if (a === undefined || b === undefined) return lost(one == two);
    return kit.path.compare(site, "==", termOf(a), termOf(b), one == two);
  };

  const binary = (operator, left, right, site) => {
    if (!isBox(left) && !isBox(right)) return operator === "in" ? kit.places.has(right, left, site) : PLAIN[operator](left, right);
    switch (operator) {
      case "===":
        return identical(left, right, site);
      case "!==":
        return !identical(left, right, site);
      case "==":
        return equal(left, right, site);
      case "!=":
        return !equal(left, right, site);
      case "<":
      case "<=":
      case ">":
      case ">=":
        return compared(operator, left, right, site);
      case "in":
        return kit.places.has(right, left, site);
      case "instanceof":
        return PLAIN.instanceof(plain(left), plain(right));
      case "+":
        if (typeof plain(left) === "string" || typeof plain(right) === "string") {
          const simple = (value) => (typeof value !== "object" && typeof value !== "function") || value === null || isBox(value);
          if (!simple(left) || !simple(right)) return lost(plain(left) + plain(right));
          return kit.texts.joined([kit.texts.textOf(left, site), kit.texts.textOf(right, site)]);
        }
    }
    const [one, two] = [numeric(left, site), numeric(right, site)];
    if (one === undefined || two === undefined) return lost(PLAIN[operator](plain(left), plain(right)));
    if (!isBox(one) && !isBox(two)) return PLAIN[operator](one, two);
    return /^[&|^<>]/.test(operator) ? bits(operator, one, two, site) : arithmetic(operator, one, two, site);
  };

  const unary = (operator, value, site) => {
    if (!isBox(value)) return operator === "-" ? -value : operator === "+" ? +value : ~value;
    const one = numeric(value, site);
    if (!(one instanceof Num)) return operator === "-" ? -one : operator === "+" ? one : ~one;
    if (operator === "+") return one;
    if (operator === "-") return number(-one.c, kit.path.node("-", kit.path.constant(0), one.t));
    const box = asBits(one, site);
    return box instanceof Num ? number(~box.c, kit.path.node("-", kit.path.constant(-1), box.t)) : lost(~one.c);
  };

  const truth = (value, site) => {
    if (value instanceof Num) return kit.path.compare(site, "!=", value.t, kit.path.constant(0), value.c !== 0);
    if (!(value instanceof Text)) return !!value;
    return kit.path.compare(site, "!=", kit.texts.lengthTerm(value), kit.path.constant(0), value.c !== "");
  };

  kit.operators = { binary, unary, truth, numeric, identical, equal, truncated, floored };
});
