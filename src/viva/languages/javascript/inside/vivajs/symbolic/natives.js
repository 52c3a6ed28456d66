// What functions of the language do to boxes. Those that only move values about are called as they are; some are said in
// terms; all others get what is in the boxes.
(function (kit) {
  "use strict";
  const { Box, Num, Text, isBox, plain, lost, number } = kit.boxes;
  const { texts, places, operators } = kit;
  const { apply } = Reflect;
  const { isArray } = Array;
  const MOST_PARTS = 5000;
  const known = new Map(); // functions of the language: how they are called

  const define = (owner, names, model) => {
    for (const name of names.split(" ")) if (typeof owner?.[name] === "function") known.set(owner[name], model(name, owner[name]));
  };

  // In place, and all the way down: who does not know of boxes finds none.
  const emptied = (value) => {
    if (isBox(value)) return lost(value.c);
    const todo = [value];
    const seen = new Set(todo);
    while (todo.length && seen.size < MOST_PARTS) {
      const one = todo.pop();
      if (typeof one !== "object" || one === null) continue;
      places.settled(one);
      const parts = one instanceof Map || one instanceof Set ? [...(one instanceof Map ? one.values() : [])] : [];
      if (one instanceof Map) for (const [key, item] of one) if (isBox(item)) one.set(key, lost(item.c));
      for (const key of Object.keys(one)) {
        const found = Object.getOwnPropertyDescriptor(one, key);
        if (found?.value instanceof Box && found.writable) one[key] = lost(found.value.c);
        else if (found && "value" in found) parts.push(found.value);
      }
      for (const part of parts) {
        if (typeof part === "object" && part !== null && !seen.has(part)) {
          seen.add(part);
          todo.push(part);
        }
      }
    }
    return value;
  };

  // A call of whatever it is.
  const called = (method, owner, args, site) => {
    if (typeof method !== "function") throw new TypeError("not a function");
    const model = known.get(method);
    if (model === undefined) return apply(method, plain(owner), args); // of the program itself
    return model(owner, args, site, method);
  };

  const outside = (owner, args, site, method) => apply(method, emptied(owner), args.map(emptied));
  const moving = (pinned) => () => (owner, args, site, method) => {
    places.settled(owner, site);
    const given = args.map((one, place) => {
      if (isBox(one) && (pinned === "all" || place < pinned)) return kit.boxes.pinned(one, site);
      return isArray(one) ? places.settled(one, site) : one;
    });
    return apply(method, plain(owner), given);
  };
  const asking = () => (owner, args, site, method) => {
    places.settled(owner, site);
    const [test, ...rest] = args;
    const asked = typeof test === "function" ? function (...given) {
      return operators.truth(called(test, this, given, site), site);
    } : test;
    return apply(method, plain(owner), [asked, ...rest]);
  };
  const ordering = () => (owner, args, site, method) => {
    places.settled(owner, site);
    const compare = args[0];
    if (compare !== undefined && typeof compare !== "function") return apply(method, owner, args);
    const order = compare === undefined
      ? (one, two) => texts.order(texts.textOf(one, site), texts.textOf(two, site), site)
      : (one, two) => {
        const found = called(compare, undefined, [one, two], site);
        if (operators.binary("<", found, 0, site)) return -1;
        return operators.binary(">", found, 0, site) ? 1 : 0;
      };
    return apply(method, owner, [order]);
  };
  const counting = (owner, site) => {
    if (places.isOpen(owner)) kit.path.compare(site, "==", places.lengthTerm(owner), kit.path.constant(0), owner.length === 0);
  };

  // Arrays

  const array = Array.prototype;
  const ends = () => (owner, args, site, method) => {
    if (isArray(owner)) counting(owner, site);
    return apply(method, plain(owner), args);
  };
  const seeking = (name) => (owner, args, site, method) => {
    if (!isArray(owner) || args.length > 1) return outside(owner, args, site, method);
    places.settled(owner, site);
    const from = name === "lastIndexOf" ? [...owner.keys()].reverse() : owner.keys();
    for (const place of from) {
      const same = name === "includes" && Number.isNaN(plain(args[0])) ? Number.isNaN(plain(owner[place])) : operators.binary("===", owner[place], args[0], site);
      if (same) return name === "includes" ? true : place;
    }
    return name === "includes" ? false : -1;
  };
  const joining = () => (owner, args, site, method) => {
    const between = args[0] === undefined ? "," : args[0];
    if (!isArray(owner) || owner.some((one) => typeof one === "object" && one !== null && !isBox(one))) return outside(owner, args, site, method);
    places.settled(owner, site);
    const middle = texts.textOf(between, site);
    const parts = owner.flatMap((one, place) => [...(place ? [middle] : []), one === undefined || one === null ? texts.asText("") : texts.textOf(one, site)]);
    return owner.some(isBox) || isBox(between) ? texts.joined(parts) : texts.joined(parts).c;
  };
  const placed = () => (owner, args, site) => {
    const length = owner instanceof Text ? texts.lengthOf(owner) : isArray(owner) ? places.lengthOf(owner) : owner.length;
    const back = operators.binary("<", args[0] ?? 0, 0, site);
    const index = back ? operators.binary("+", length, args[0], site) : args[0] ?? 0;
    return places.get(owner, index, site);
  };

  // Texts

  const text = String.prototype;
  // With a text or a box as `this`, and simple arguments; what has a pattern or a function is left to the language.
  const spoken = (model) => () => (owner, args, site, method) => {
    const simple = (one) => one === undefined || typeof one === "string" || typeof one === "number" || isBox(one);
    const own = typeof owner === "string" || owner instanceof Text;
    if (!own || !args.every(simple) || !(isBox(owner) || args.some(isBox))) return outside(owner, args, site, method);
    return model(texts.asText(owner), args, site, method);
  };
  const cut = (name) => spoken((owner, args, site) => {
    texts.settled(owner, site);
    const size = owner.c.length;
    const [first, second] = args.map((one) => (one === undefined ? undefined : Math.trunc(Number(kit.boxes.pinned(one, site)))));
    const clamp = (value, missing) => (value === undefined ? missing : Number.isNaN(value) ? 0 : Math.min(Math.max(value, 0), size));
    const back = (value) => (value !== undefined && value < 0 ? Math.max(0, value + size) : value);
    let [from, until] = [clamp(first, 0), clamp(second, size)];
    if (name === "slice") [from, until] = [clamp(back(first), 0), clamp(back(second), size)];
    if (name === "substr") [from, until] = [clamp(back(first), 0), second === undefined ? size : Math.min(size, clamp(back(first), 0) + Math.max(0, second))];
    if (name === "substring" && from > until) [from, until] = [until, from];
    return texts.part(owner, from, Math.max(from, until));
  })();
  const lettered = (name) => spoken((owner, args, site) => {
    const found = texts.letter(owner, args[0] ?? 0, site);
    if (name === "charAt") return found ?? "";
    if (found === undefined) return name === "charCodeAt" ? NaN : undefined;
    return kit.path.constants[found.codes[0]] ? found.c.charCodeAt(0) : number(found.c.charCodeAt(0), found.codes[0]);
  })();
  const pattern = (one, site) => texts.textOf(one, site);
  const inText = (name) => spoken((owner, args, site, method) => {
    if (args.length > 1) return lost(apply(method, owner.c, args.map(plain)));
    const wanted = pattern(args[0], site);
    switch (name) {
      case "startsWith":
        return texts.starts(texts.settled(owner, site), wanted, 0, site);
      case "endsWith":
        return texts.starts(texts.settled(owner, site), wanted, owner.c.length - wanted.c.length, site);
      case "lastIndexOf":
        return texts.foundLast(owner, wanted, Infinity, site);
    }
    const at = texts.found(owner, wanted, 0, site);
    return name === "includes" ? at >= 0 : at;
  })();
  const pieces = (owner, by, site) => {
    if (by.c === "") return [...owner];
    const found = [];
    let from = 0;
    for (let at = texts.found(owner, by, 0, site); at >= 0; at = texts.found(owner, by, from, site)) {
      found.push(texts.part(owner, from, at));
      from = at + by.c.length;
    }
    return [...found, texts.part(owner, from, owner.c.length)];
  };
  const splitting = spoken((owner, args, site, method) => {
    if (args[0] === undefined || args.length > 1) return lost(apply(method, owner.c, args.map(plain)));
    return pieces(texts.settled(owner, site), pattern(args[0], site), site);
  });
  const replacing = (name) => spoken((owner, args, site, method) => {
    const [old, fresh] = args.map((one) => pattern(one, site));
    if (args.length !== 2 || old.c === "" || fresh.c.includes("$")) return lost(apply(method, owner.c, args.map(plain)));
    const parts = pieces(texts.settled(owner, site), old, site);
    const kept = name === "replace" && parts.length > 2 ? [parts[0], texts.part(owner, parts[0].c.length + old.c.length, owner.c.length)] : parts;
    return texts.joined(kept.flatMap((one, place) => (place ? [fresh, one] : [one])));
  })();
  const repeating = spoken((owner, args, site, method) => {
    const often = kit.boxes.pinned(args[0], site);
    if (!Number.isInteger(often) || often < 0 || often > 200) return lost(apply(method, owner.c, [often]));
    return texts.joined(Array.from({ length: often }, () => texts.settled(owner, site)));
  });
  const padding = (name) => spoken((owner, args, site, method) => {
    const shown = apply(method, owner.c, args.map((one) => kit.boxes.pinned(one, site)));
    const more = texts.asText(name === "padStart" ? shown.slice(0, shown.length - owner.c.length) : shown.slice(owner.c.length));
    texts.settled(owner, site);
    return texts.joined(name === "padStart" ? [more, owner] : [owner, more]);
  })();

  // Numbers

  const single = (model) => () => (owner, args, site, method) => {
    const box = args[0] instanceof Text ? operators.numeric(args[0], site) : args[0];
    return box instanceof Num && args.length === 1 ? model(box, site) : outside(owner, args, site, method);
  };
  const rounded = (box, by, site) => {
    if (kit.path.whole(box.t)) return box;
    const { path } = kit;
    if (by === 0) return number(Math.floor(box.c), operators.floored(box.t));
    if (by === 1) return number(Math.ceil(box.c), path.node("-", path.constant(0), path.node("floor", path.node("-", path.constant(0), box.t))));
    return number(Math.round(box.c), path.node("floor", path.node("+", box.t, path.constant(0.5))));
  };
  const extreme = (name) => (owner, args, site, method) => {
    const numbers = args.map((one) => operators.numeric(one, site));
    if (!numbers.some(isBox) || numbers.some((one) => one === undefined || Number.isNaN(plain(one)))) return outside(owner, args, site, method);
    return numbers.reduce((best, one) => (operators.binary(name === "max" ? ">" : "<", one, best, site) ? one : best));
  };
  const sizeOf = (box, site) => {
    const { path } = kit;
    return path.compare(site, "<", box.t, path.constant(0), box.c < 0) ? number(-box.c, path.node("-", path.constant(0), box.t)) : box;
  };
  const signOf = (box, site) => (operators.binary(">", box, 0, site) ? 1 : operators.binary("<", box, 0, site) ? -1 : 0);
  const parsed = (name) => (owner, args, site, method) => {
    const [given, base] = args;
    const radix = base === undefined || plain(base) === 10;
    if (given instanceof Num && radix) return name === "parseInt" ? operators.truncated(given, site) : given;
    if (!(given instanceof Text) || !radix) return outside(owner, args, site, method);
    const trimmed = texts.trimmed(given, true, false, site);
    const found = texts.leading(trimmed, site);
    if (found === null || (name === "parseFloat" && /^[.eE]/.test(trimmed.c.slice(found.until)))) return lost(method(given.c));
    return found.value;
  };
  const isWhole = (box, site) =>
    kit.path.whole(box.t) || kit.path.compare(site, "==", kit.path.node("floor", box.t), box.t, Number.isInteger(box.c));

  // Objects and collections

  const own = (named) => (owner, args, site, method) => {
    const [target, key] = named ? [owner, args[0]] : args;
    if (!places.isObject(target)) return outside(owner, args, site, method);
    return Object.hasOwn(target, places.property(target, key, site));
  };
  const listing = (name, method) => (owner, args, site) => {
    const [target] = args;
    if (isBox(target)) return method(lost(target.c));
    const found = method(places.settled(target, site));
    if (name === "values" || !places.isObject(target) || !places.isKnown(target)) return found;
    if (name === "keys") return found.map((key) => keyText(target, key, site));
    return found.map(([key, value]) => [keyText(target, key, site), value]);
  };
  const keyText = (owner, key, site) => {
    const box = places.boxed(owner, key);
    return box instanceof Num ? texts.textOf(box, site) : box;
  };
  const collected = (name) => (owner, args, site, method) => {
    if (!(owner instanceof Map || owner instanceof Set)) return apply(method, plain(owner), args);
    const key = places.sought(owner, args[0], owner.keys(), site);
    if (name === "set" || name === "add") places.remember(owner, args[0]);
    return apply(method, owner, [key, ...args.slice(1)]);
  };
  const keysOf = (owner) => Array.from(owner.keys(), (key) => places.boxed(owner, key));
  const iterated = (value, site) => {
    if (value instanceof Text) return [...texts.settled(value, site)];
    if (isBox(value)) return lost(value.c);
    if (isArray(value)) return places.settled(value, site);
    if (value instanceof Set && places.isKnown(value)) return keysOf(value);
    if (value instanceof Map && places.isKnown(value)) return Array.from(value, ([key, item]) => [places.boxed(value, key), item]);
    return value;
  };
  const made = (target, args, site) => {
    if (!known.has(target)) return Reflect.construct(target, args);
    if ((target === Set || target === Map) && args.length && args[0] !== null && args[0] !== undefined) {
      const found = new target();
      const add = known.get(target.prototype[target === Set ? "add" : "set"]);
      for (const one of iterated(args[0], site)) add(found, target === Set ? [one] : [one[0], one[1]], site, target.prototype[target === Set ? "add" : "set"]);
      return found;
    }
    if (target === Array && args.length > 1) return args;
    return Reflect.construct(target, args.map((one) => (target === Array ? kit.boxes.pinned(one, site) : emptied(one))));
  };

  const install = () => {
    const todo = [globalThis];
    const seen = new Set(todo);
    while (todo.length) {
      const one = todo.pop();
      if (typeof one === "function") known.set(one, outside);
      for (const key of Reflect.ownKeys(one)) {
        const found = Object.getOwnPropertyDescriptor(one, key);
        for (const part of [found.value, found.get, found.set, Object.getPrototypeOf(one)]) {
          if (places.isObject(part) && !seen.has(part)) {
            seen.add(part);
            todo.push(part);
          }
        }
      }
    }
    define(array, "push unshift concat reverse flat fill entries keys values map forEach reduce reduceRight flatMap toReversed", moving(0));
    define(array, "slice splice toSpliced copyWithin", moving(2));
    define(array, "with", moving(1));
    define(array, "pop shift", ends);
    define(array, "filter find findIndex findLast findLastIndex some every", asking);
    define(array, "sort toSorted", ordering);
    define(array, "includes indexOf lastIndexOf", seeking);
    define(array, "join", joining);
    define(array, "at", placed);
    define(text, "at", placed);
    define(text, "slice substring substr", cut);
    define(text, "charAt charCodeAt codePointAt", lettered);
    define(text, "startsWith endsWith includes indexOf lastIndexOf", inText);
    define(text, "split", splitting);
    define(text, "replace replaceAll", replacing);
    define(text, "repeat", repeating);
    define(text, "padStart padEnd", padding);
    define(text, "toString valueOf", spoken((owner) => owner));
    define(text, "concat", spoken((owner, args, site) => texts.joined([texts.settled(owner, site), ...args.map((one) => texts.textOf(one, site))])));
    define(text, "toUpperCase toLocaleUpperCase", spoken((owner) => texts.shifted(owner, 97, 122, -32)));
    define(text, "toLowerCase toLocaleLowerCase", spoken((owner) => texts.shifted(owner, 65, 90, 32)));
    define(text, "trim", spoken((owner, args, site) => texts.trimmed(owner, true, true, site)));
    define(text, "trimStart", spoken((owner, args, site) => texts.trimmed(owner, true, false, site)));
    define(text, "trimEnd", spoken((owner, args, site) => texts.trimmed(owner, false, true, site)));
    define(Number.prototype, "toString", () => (owner, args, site, method) =>
      owner instanceof Num && (args[0] === undefined || plain(args[0]) <= 10) ? texts.digits(owner, plain(args[0]) ?? 10, site) : outside(owner, args, site, method));
    define(Number.prototype, "valueOf", () => (owner, args, site, method) => (owner instanceof Num ? owner : apply(method, owner, args)));
    define(globalThis, "String", () => (owner, args, site, method) => (isBox(args[0]) ? texts.textOf(args[0], site) : method(...args.map(emptied))));
    define(globalThis, "Number", () => (owner, args, site, method) => (isBox(args[0]) ? operators.numeric(args[0], site) : method(...args)));
    define(globalThis, "Boolean", () => (owner, args, site) => operators.truth(args[0], site));
    define(globalThis, "parseInt parseFloat", parsed);
    define(globalThis, "isNaN isFinite", single(() => undefined));
    known.set(globalThis.isNaN, (owner, args, site, method) => method(plain(operators.numeric(args[0], site))));
    known.set(globalThis.isFinite, (owner, args, site, method) => method(plain(operators.numeric(args[0], site))));
    define(Number, "isNaN isFinite isSafeInteger", (name, method) => (owner, args) => method(plain(args[0])));
    define(Number, "isInteger", () => (owner, args, site, method) => (args[0] instanceof Num ? isWhole(args[0], site) : method(plain(args[0]))));
    define(Math, "floor", single((box, site) => rounded(box, 0, site)));
    define(Math, "ceil", single((box, site) => rounded(box, 1, site)));
    define(Math, "round", single((box, site) => rounded(box, 2, site)));
    define(Math, "trunc", single((box, site) => operators.truncated(box, site)));
    define(Math, "abs", single(sizeOf));
    define(Math, "sign", single(signOf));
    define(Math, "sqrt", single((box, site) =>
      kit.path.compare(site, "<", box.t, kit.path.constant(0), box.c < 0) ? NaN : number(Math.sqrt(box.c), kit.path.node("sqrt", box.t))));
    define(Math, "pow", () => (owner, args, site) => operators.binary("**", args[0], args[1], site));
    define(Math, "max min", extreme);
    define(Object, "keys values entries", listing);
    define(Object, "hasOwn", () => own(false));
    define(Object.prototype, "hasOwnProperty", () => own(true));
    define(Object, "assign freeze create getPrototypeOf seal isFrozen", moving(0));
    define(Object, "fromEntries", () => (owner, args, site) => {
      const found = {};
      for (const [key, value] of iterated(args[0], site)) {
        const name = places.property(found, key, site);
        places.remember(found, key);
        found[name] = value;
      }
      return found;
    });
    define(Object, "is", () => (owner, args, site, method) => (args.some(isBox) ? operators.identical(args[0], args[1], site) : method(...args)));
    define(Array, "isArray", () => (owner, args) => isArray(args[0]));
    define(Array, "of", moving(0));
    define(Array, "from", () => (owner, args, site, method) => {
      const length = !isArray(args[0]) && places.isObject(args[0]) && args[0].length instanceof Num ? kit.boxes.pinned(args[0].length, site) : null;
      return apply(method, owner, [length === null ? iterated(args[0], site) : { ...args[0], length }, ...args.slice(1)]);
    });
    define(Map.prototype, "get set has delete", collected);
    define(Set.prototype, "add has delete", collected);
    define(Map.prototype, "forEach entries values keys", (name, method) => (owner, args, site) => {
      if (!(owner instanceof Map) || !places.isKnown(owner)) return apply(method, owner, args);
      const pairs = iterated(owner, site);
      if (name === "forEach") return pairs.forEach(([key, value]) => called(args[0], args[1], [value, key, owner], site));
      return (name === "keys" ? pairs.map(([key]) => key) : name === "values" ? pairs.map((pair) => pair[1]) : pairs).values();
    });
    define(Set.prototype, "forEach values keys", (name, method) => (owner, args, site) => {
      if (!(owner instanceof Set) || !places.isKnown(owner)) return apply(method, owner, args);
      const found = keysOf(owner);
      return name === "forEach" ? found.forEach((key) => called(args[0], args[1], [key, key, owner], site)) : found.values();
    });
    define(Function.prototype, "call", () => (owner, args, site) => called(owner, args[0], args.slice(1), site));
    define(Function.prototype, "apply", () => (owner, args, site) => called(owner, args[0], [...(iterated(args[1], site) ?? [])], site));
    define(Reflect, "apply", () => (owner, args, site) => called(args[0], args[1], [...(iterated(args[2], site) ?? [])], site));
    define(Function.prototype, "bind", () => (owner, args, site, method) =>
      known.has(owner) ? (...rest) => called(owner, args[0], [...args.slice(1), ...rest], site) : apply(method, owner, args));
    if (typeof console === "object") define(console, "log info debug warn error table", () => () => undefined);
  };

  kit.natives = { install, called, made, iterated, emptied };
});
