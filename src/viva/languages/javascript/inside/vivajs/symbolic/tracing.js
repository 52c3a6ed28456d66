// Runs of a function whose arguments carry terms, and the hooks that its text was given by `rewriting.js`. Start reading
// here, then `path.js` (what is recorded), `operators.js`, `texts.js`, `places.js` and `natives.js` (what is done with it).
(function (kit) {
  "use strict";
  const { Path, Num, Text, isBox, plain, pinned } = kit.boxes;
  const { places, operators, texts, natives } = kit;
  const { binary, unary, truth } = operators;
  const { isArray } = Array;
  const MOST_INTERRUPTIONS = 3;
  const MOST_PARTS = 400;
  const DEEPEST = 8;
  const LETTER = 97;

  class OutOfSteps {}
  let interruptions = 0;

  const written = (record, value) => {
    record[0][record[1]] = value;
    return value;
  };
  const stepped = (value, by, site) => {
    if (typeof value === "bigint") return [value, value + BigInt(by)];
    const old = isBox(value) ? operators.numeric(value, site) : typeof value === "object" && value !== null ? +value : Number(value);
    return [old, binary("+", old, by, site)];
  };

  const X = {
    v: undefined, // what the last question was about
    old: undefined, // what the last variable was before it was counted up
    // Operators
    b: binary,
    n: unary,
    t: truth,
    y: (value) => typeof plain(value),
    k: (value, site) => {
      X.v = value;
      return truth(value, site);
    },
    h: (value) => {
      X.v = value;
      return value === null || value === undefined;
    },
    i: (value, by, site) => {
      const [old, fresh] = stepped(value, by, site);
      X.old = old;
      return fresh;
    },
    T: (parts, given, site) => {
      if (!given.some(isBox)) return parts.map((part, place) => (place < given.length ? `${part}${given[place]}` : part)).join("");
      return texts.joined(parts.flatMap((part, place) => [texts.asText(part), ...(place < given.length ? [texts.textOf(given[place], site)] : [])]));
    },
    // Members
    g: places.get,
    r: (owner, key, site) => {
      const target = places.push(plain(owner));
      const name = X.e(key, site);
      return [target, name, places.get(target, name, site)];
    },
    w: (record, operator, value, site) => written(record, binary(operator, record[2], value, site)),
    u: (record, by, prefix, site) => {
      const [old, fresh] = stepped(record[2], by, site);
      written(record, fresh);
      return prefix ? fresh : old;
    },
    G: (record) => {
      places.push(record);
      return record[2];
    },
    D: (value) => {
      places.pop();
      return value;
    },
    H: (value) => written(places.pop(), value),
    a: (owner) => places.push(plain(owner)),
    e: (key, site) => {
      const owner = places.pop();
      if (owner === null || owner === undefined) return plain(key);
      const found = places.property(owner, key, site);
      if (isBox(key) && places.isObject(owner) && !isArray(owner)) places.remember(owner, key);
      return found;
    },
    E: (key) => pinned(key, 0),
    j: plain,
    z: (owner) => (isArray(owner) ? places.closed(owner) : plain(owner)),
    // Calls
    l: (owner, key, site) => [owner, isBox(owner) ? owner.c[pinned(key, site)] : places.get(owner, key, site)],
    m: (record, args, site) => natives.called(record[1], record[0], args, site),
    R: (record) => {
      X.v = record;
      return record[1] === null || record[1] === undefined;
    },
    f: (called, args, site) => natives.called(called, undefined, args, site),
    N: (called, args, site) => {
      if (typeof called !== "function") throw new TypeError("not a constructor");
      return natives.made(called, args, site);
    },
    // What is gone through
    p: (value) => natives.iterated(value, 0),
    d: (value) => (isBox(value) ? pinned(value, 0) : places.settled(value)),
    F: (value, site) => (isArray(value) && places.isOpen(value) ? walked(value, site) : natives.iterated(value, site)),
  };

  // An open list, element by element: each time it is asked whether there is one more.
  const walked = (list, site) => {
    let at = 0;
    return {
      [Symbol.iterator]() {
        return this;
      },
      next() {
        if (places.inside(at, list.length, places.lengthTerm(list), site) === null) return { done: true, value: undefined };
        at += 1;
        return { done: false, value: list[at - 1] };
      },
      return() {
        return { done: true, value: undefined };
      },
    };
  };

  // What knows of no terms: it is called with plain values.
  const outside = (called) => (...given) => called(...given.map(natives.emptied));
  const plainList = (list) => Array.from(natives.iterated(list, 0));

  // Arguments from their shapes and the values of variables, as `vivabox.python.symbolic.building` makes them.
  const builder = (values, fields, classNamed) => {
    const { path } = kit;
    const size = (name) => values[`${name}#`] ?? 0;
    const chosen = (name, most) => {
      const found = Math.min(values[`${name}?`] ?? 0, most - 1);
      path.pin(0, path.variable(`${name}?`), found);
      return found;
    };
    const many = (inner, name) => Array.from({ length: size(name) }, (_, place) => build(inner, `${name}.${place}`));
    const build = ([kind, ...inner], name) => {
      switch (kind) {
        case "none":
          return null;
        case "int":
          return new Num(values[name] ?? inner[0], path.variable(name));
        case "float":
          return new Num(values[`${name}~`] ?? 0, path.variable(`${name}~`));
        case "bool":
          return chosen(name, 2) === 1;
        case "str": {
          const letters = Array.from({ length: size(name) }, (_, place) => values[`${name}.${place}`] ?? LETTER);
          return new Text(String.fromCharCode(...letters), letters.map((_, place) => path.variable(`${name}.${place}`)), name);
        }
        case "list":
          return places.opened(many(inner[0], name), name);
        case "many":
        case "set":
        case "frozenset": {
          const found = many(inner[0], name);
          path.pin(0, path.variable(`${name}#`), found.length);
          return kind === "many" ? found : natives.made(Set, [found], 0);
        }
        case "tuple":
          return inner.map((part, place) => build(part, `${name}.${place}`));
        case "dict": {
          path.pin(0, path.variable(`${name}#`), size(name));
          const pairs = Array.from({ length: size(name) }, (_, place) => [build(inner[0], `${name}.${place}k`), build(inner[1], `${name}.${place}v`)]);
          if (!pairs.every(([key]) => typeof plain(key) === "string")) return natives.made(Map, [pairs], 0);
          const found = {};
          for (const [key, value] of pairs) {
            places.push(found);
            found[X.e(key, 0)] = value;
          }
          return found;
        }
        case "named":
          return Object.fromEntries(inner.map(([key, part]) => [key, build(part, `${name}.${key}`)]));
        case "one of": {
          const choice = chosen(name, inner.length);
          return build(inner[choice], `${name}.${choice}`);
        }
        case "literal":
          return inner[chosen(name, inner.length)];
        case "object": {
          if (inner[0] === "undefined") return undefined;
          if (inner[0].includes("=>")) return outside(kit.reviving.functionOf(inner[0]));
          if (inner[0].startsWith("()")) return new kit.reviving.Calls(plainList(build(fields[inner[0]][0][1], `${name}.calls`)));
          const found = Object.create(classNamed(inner[0]).prototype);
          for (const [field, shape] of fields[inner[0]]) found[field] = build(shape, `${name}.${field}`);
          return found;
        }
      }
      throw new TypeError("no such shape");
    };
    return build;
  };

  // What a run gave, with the terms that are still in it.
  const described = (given) => {
    let left = MOST_PARTS;
    const is = (text) => `["is",${JSON.stringify(text)}]`;
    const pairs = (kind, entries, depth) => `["${kind}",[${entries.map(([key, value]) => `[${part(key, depth + 1)},${part(value, depth + 1)}]`).join(",")}]]`;
    const part = (value, depth) => {
      left -= 1;
      if (left < 0 || depth > DEEPEST) throw new RangeError("too much");
      if (value instanceof Num || typeof value === "number") {
        const term = kit.boxes.termOf(value);
        return term === null ? is(`${value}`) : `["number",${term}]`;
      }
      if (value instanceof Text || typeof value === "string") {
        const text = texts.asText(value);
        left -= text.codes.length;
        if (left < 0) throw new RangeError("too much");
        return `["text",[${text.codes}]]`;
      }
      if (typeof value === "boolean") return is(value ? "True" : "False");
      if (value === null) return is("None");
      if (value === undefined || typeof value === "bigint") return is(`${value}`);
      if (isArray(value)) return `["list",[${Array.from(value, (item) => part(item, depth + 1)).join(",")}]]`;
      if (value instanceof Set) return `["set",[${Array.from(natives.iterated(value, 0), (item) => part(item, depth + 1)).join(",")}]]`;
      if (value instanceof Map) return pairs("dict", [...natives.iterated(value, 0)], depth);
      if (typeof value !== "object") return '["opaque"]';
      const shared = Object.getPrototypeOf(value);
      const keys = Object.keys(value).sort();
      return pairs(shared === Object.prototype || shared === null ? "dict" : "object", keys.map((key) => [places.boxed(value, key), value[key]]), depth);
    };
    try {
      return part(given, 0);
    } catch {
      return '["opaque"]';
    }
  };

  const kindOf = (error) => {
    const found = typeof error === "object" && error !== null ? error.name ?? error.constructor?.name : undefined;
    return typeof found === "string" ? found.slice(0, 100) : "throw";
  };

  kit.tracing = {
    __proto__: null,
    hooks: X,
    install: natives.install,
    // Steps are over: the run is, too, but not the process.
    stopper: (again, end) => () => {
      interruptions += 1;
      if (interruptions > MOST_INTERRUPTIONS) end();
      again();
      throw new OutOfSteps();
    },
    ranOut: (error) => error instanceof OutOfSteps,
    begin: () => {
      interruptions = 0;
      kit.path = new Path();
      places.begin();
    },
    // The call of a function on an input, and what it gave, or a promise of it.
    called: (found, job, values, classNamed) => {
      const build = builder(values, job.classes, classNamed);
      const given = job.shapes.map((shape, place) => build(shape, `${place}`));
      const further = kit.reviving.Calls.in(given);
      return kit.reviving.answers(Reflect.apply(found, undefined, given), further);
    },
    value: (value) => `["value",${described(value)}]`,
    raised: (error) => `["raised",${JSON.stringify(kindOf(error))}]`,
    told: (outcome, hits) => {
      const { path } = kit;
      const ended = interruptions ? '["endless"]' : outcome;
      return `{"nodes":[${path.nodes}],"branches":[${path.branches}],"outcome":${ended},"counts":[${hits}],"lost":${path.lost},"cut":${path.cut}}`;
    },
  };
});
