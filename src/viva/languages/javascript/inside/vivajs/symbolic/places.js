// Where things are: places of arrays and texts, keys of objects, maps and sets.
//
// An array that is an argument may be longer or shorter: it is `open` under its name, and what the program adds or takes
// away is counted on top. Keys are concrete; those that had a term are kept beside, and a key that is looked for is
// compared with each that is there.
(function (kit) {
  "use strict";
  const { Num, Text, isBox, plain, number, termOf } = kit.boxes;
  const MOST_KEYS = 12;
  const { isArray } = Array;
  let open = new WeakMap(); // [name, how long it was]
  let keys = new WeakMap(); // by object, map or set: concrete key to box
  const waiting = []; // objects that are about to be written into

  const lengthTerm = (list) => {
    const found = open.get(list);
    if (found === undefined) return kit.path.constant(list.length);
    const [name, before] = found;
    const length = kit.path.variable(`${name}#`);
    const more = list.length - before;
    return more === 0 ? length : kit.path.node("+", length, kit.path.constant(more));
  };
  const lengthOf = (list) => (open.has(list) ? number(list.length, lengthTerm(list)) : list.length);

  // The list with a length that the path keeps.
  const settled = (list, site = 0) => {
    const found = isArray(list) ? open.get(list) : undefined;
    if (found !== undefined) kit.path.pin(site, kit.path.variable(`${found[0]}#`), found[1]);
    return list;
  };

  // A place within a length, with which the run goes on; null outside.
  const inside = (index, length, term, site) => {
    const at = plain(index);
    if (!Number.isInteger(at)) return null;
    const place = termOf(index);
    if (kit.path.compare(site, "<", place, kit.path.constant(0), at < 0)) return null;
    if (!kit.path.compare(site, "<", place, term, at < length)) return null;
    if (isBox(index)) kit.path.pin(site, place, at);
    return at + 0;
  };

  const isPlace = (key) => (key instanceof Num) || (typeof key === "number" && Number.isInteger(key));

  // The key of an object, concrete: it is compared with those that are there.
  const sought = (owner, key, there, site) => {
    if (!isBox(key)) {
      const known = keys.get(owner);
      if (known !== undefined && (typeof key === "string" || typeof key === "number")) among(known, key, there, site);
      return key;
    }
    among(keys.get(owner), key, there, site);
    return plain(key);
  };

  const among = (known, key, there, site) => {
    let left = MOST_KEYS;
    for (const other of there) {
      if (left-- === 0) {
        kit.path.lost += 1;
        return;
      }
      const box = known?.get(other) ?? other;
      if (!isBox(box) && !isBox(key)) continue;
      if (alike(box, key, site)) return;
    }
  };

  // The keys of objects are texts, whatever was written there.
  const alike = (one, two, site) => {
    const [a, b] = [plain(one), plain(two)];
    if (typeof a === typeof b) return kit.operators.identical(one, two, site);
    if (typeof a !== "string" && typeof b !== "string") return false;
    const [text, other] = typeof a === "string" ? [one, two] : [two, one];
    if (typeof plain(other) !== "number" || !/^-?\d{1,15}$/.test(plain(text))) return false;
    return kit.operators.identical(isBox(text) ? kit.texts.toNumber(text, site) : Number(text), other, site);
  };

  const remember = (owner, key) => {
    if (!isBox(key)) return;
    if (!keys.has(owner)) keys.set(owner, new Map());
    keys.get(owner).set(typeof plain(key) === "number" && !isCollection(owner) ? `${plain(key)}` : plain(key), key);
  };
  const isCollection = (owner) => owner instanceof Map || owner instanceof Set;

  const isObject = (value) => (typeof value === "object" && value !== null) || typeof value === "function";

  // The key as a property, concrete.
  const property = (owner, key, site) => {
    if (isArray(owner)) {
      if (isPlace(key)) {
        const at = inside(key, owner.length, lengthTerm(owner), site);
        return at === null ? plain(key) : at;
      }
      return kit.boxes.pinned(key, site);
    }
    if (!isObject(owner) || ArrayBuffer.isView(owner)) return kit.boxes.pinned(key, site);
    if (!isBox(key) && !keys.has(owner)) return key;
    return sought(owner, key, Object.keys(owner), site);
  };

  const get = (owner, key, site) => {
    if (owner instanceof Text) {
      if (key === "length") return kit.texts.lengthOf(owner);
      return isPlace(key) ? kit.texts.letter(owner, key, site) : owner.c[kit.boxes.pinned(key, site)];
    }
    if (owner instanceof Num) return owner.c[plain(key)];
    if (typeof owner === "string" && key instanceof Num) {
      const at = inside(key, owner.length, kit.path.constant(owner.length), site);
      return at === null ? undefined : owner[at];
    }
    if (key === "length" && isArray(owner)) return lengthOf(owner);
    if (!isBox(key) && !(isArray(owner) && typeof key === "number") && !(isObject(owner) && keys.has(owner))) return owner[key];
    if (owner === null || owner === undefined) return owner[plain(key)];
    return owner[property(owner, key, site)];
  };

  const has = (owner, key, site) => {
    const real = plain(owner);
    if (!isObject(real)) return plain(key) in real; // which raises an error
    return property(real, key, site) in real;
  };

  kit.places = {
    lengthOf, lengthTerm, settled, inside, property, get, has, sought, remember, isObject,
    opened: (list, name) => {
      open.set(list, [name, list.length]);
      return list;
    },
    closed: (list) => {
      open.delete(list);
      return list;
    },
    isOpen: (list) => open.has(list),
    // What is kept of the keys of a collection, with their terms.
    boxed: (owner, key) => keys.get(owner)?.get(key) ?? key,
    isKnown: (owner) => keys.has(owner),
    push: (owner) => {
      waiting.push(owner);
      return owner;
    },
    pop: () => waiting.pop(),
    begin: () => {
      open = new WeakMap();
      keys = new WeakMap();
      waiting.length = 0;
    },
  };
});
