// What one run records: terms, and the branches that were taken on them; `vivabox.python.symbolic.path` says how they
// are written. Values that carry a term are boxes, `Num` and `Text`; truth values have none, for a comparison is a branch.
(function (kit) {
  "use strict";
  const MOST_BRANCHES = 400;
  const MOST_NODES = 20000;
  const TRUTH = new Set(["<", "<=", "==", "!=", ">", ">=", "and", "or", "not"]);
  const WHOLE = new Set(["floor", "//", "%"]);

  class Path {
    constructor() {
      this.nodes = [];
      this.sorts = [];
      this.constants = [];
      this.branches = [];
      this.lost = 0;
      this.cut = false;
      this.numbers = new Map();
      this.known = new Map();
      this.pinned = new Set();
    }

    add(text, sort, constant) {
      let number = this.numbers.get(text);
      if (number === undefined) {
        number = this.nodes.length;
        this.numbers.set(text, number);
        this.nodes.push(text);
        this.sorts.push(sort);
        this.constants.push(constant);
      }
      return number;
    }

    node(symbol, ...operands) {
      let sort = "i";
      if (TRUTH.has(symbol)) sort = "b";
      else if (symbol === "/" || symbol === "sqrt") sort = "r";
      else if (!WHOLE.has(symbol) && operands.some((one) => this.sorts[one] === "r")) sort = "r";
      return this.add(`["${symbol}",${operands.join(",")}]`, sort, false);
    }

    // null for what is no number that can be written exactly.
    constant(value) {
      if (Number.isSafeInteger(value)) return this.add(`["k",${value + 0}]`, "i", true);
      let over = value;
      let under = 1n;
      while (!Number.isInteger(over) && under < 1n << 200n) {
        over *= 2;
        under *= 2n;
      }
      return Number.isFinite(over) && Number.isInteger(over) ? this.add(`["q",${BigInt(over)},${under}]`, "r", true) : null;
    }

    variable(name) {
      return this.add(`["v",${JSON.stringify(name)}]`, name.endsWith("~") ? "r" : "i", false);
    }

    whole(number) {
      return this.sorts[number] === "i";
    }

    all(parts) {
      const found = [...new Set(parts)];
      return found.length === 1 ? found[0] : this.node("and", ...found);
    }

    any(parts) {
      const found = [...new Set(parts)];
      return found.length === 1 ? found[0] : this.node("or", ...found);
    }

    // Notes that the term is true, or is not, and gives its truth. A comparison of constants is no branch.
    branch(site, term, truth) {
      if (this.known.get(term) === truth || this.full()) return truth;
      this.known.set(term, truth);
      this.branches.push(`[${site},${term},${truth}]`);
      return truth;
    }

    compare(site, symbol, left, right, truth) {
      if (left === null || right === null || left === right || (this.constants[left] && this.constants[right])) return truth;
      return this.branch(site, this.node(symbol, left, right), truth);
    }

    // Notes that the run went on with this value of an integer term.
    pin(site, term, value) {
      if (this.constants[term] || !this.whole(term) || this.pinned.has(term) || this.full()) return;
      this.pinned.add(term);
      this.branches.push(`[${site},${term},[${value + 0}]]`);
    }

    full() {
      if (this.branches.length >= MOST_BRANCHES || this.nodes.length >= MOST_NODES) this.cut = true;
      return this.cut;
    }
  }

  // Whoever does not know of boxes gets what is in them.
  class Box {
    [Symbol.toPrimitive]() {
      kit.path.lost += 1;
      return this.c;
    }
  }

  class Num extends Box {
    constructor(c, t) {
      super();
      this.c = c;
      this.t = t;
    }
  }

  // `codes` are the terms of its letters; `open` is the name of an argument whose length may be another.
  class Text extends Box {
    constructor(c, codes, open = null) {
      super();
      this.c = c;
      this.codes = codes;
      this.open = open;
    }

    // By letters, not by their halves: those beyond 16 bits stay concrete.
    *[Symbol.iterator]() {
      const from = kit.texts.settled(this);
      for (let place = 0; place < from.c.length; place++) yield new Text(from.c[place], [from.codes[place]]);
    }
  }

  const isBox = (value) => value instanceof Box;
  const plain = (value) => (value instanceof Box ? value.c : value);
  const lost = (value) => {
    kit.path.lost += 1;
    return value;
  };

  // A number with its term, as long as that can be trusted: whole numbers only while they are exact.
  const number = (c, t) => {
    if (t === null || !Number.isFinite(c) || (kit.path.whole(t) && !Number.isSafeInteger(c))) return lost(c);
    return new Num(c, t);
  };

  // The term of a number; null for what is none.
  const termOf = (value) => {
    if (value instanceof Num) return value.t;
    if (typeof value === "number") return kit.path.constant(value);
    if (typeof value === "boolean") return kit.path.constant(value ? 1 : 0);
    return value === null ? kit.path.constant(0) : null;
  };

  kit.path = new Path();
  kit.boxes = {
    Path, Box, Num, Text, isBox, plain, lost, number, termOf,
    // The value, with which the run goes on: other values can be asked for.
    pinned: (value, site) => {
      if (value instanceof Num) kit.path.pin(site, value.t, value.c);
      if (value instanceof Text) {
        kit.texts.settled(value, site);
        for (const [place, code] of value.codes.entries()) kit.path.pin(site, code, value.c.charCodeAt(place));
      }
      return plain(value);
    },
  };
});
