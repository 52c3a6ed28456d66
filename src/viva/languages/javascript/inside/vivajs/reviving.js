// From heaps to values of JavaScript: fresh ones each time. As `values.js`, this was loaded before what was submitted, and
// looks nothing up again.
(function (kit) {
  "use strict";
  const { apply, construct, ownKeys } = Reflect;
  const define = Reflect.defineProperty;
  const { method, plainProperty, parse } = kit.values;
  const isArray = Array.isArray;
  const create = Object.create;
  const mapSet = method(Map.prototype, "set");
  const setAdd = method(Set.prototype, "add");
  const sliced = method(String.prototype, "slice");
  const { Map: OwnMap, Set: OwnSet, Date: OwnDate, BigInt: OwnBigInt, RegExp: OwnRegExp } = globalThis;

  class Missing {
    constructor(message) {
      this.message = message;
    }
  }

  const put = (object, key, value) =>
    define(object, key, { __proto__: null, value, writable: true, enumerable: true, configurable: true });

  const float = (text) => (text === "nan" ? NaN : text === "inf" ? Infinity : text === "-inf" ? -Infinity : +text);

  const fromHex = (text) => {
    let found = "";
    for (let place = 0; place < text.length; place += 4) {
      found += fromCharCode(+`0x${text[place + 2]}${text[place + 3]}${text[place]}${text[place + 1]}`);
    }
    return found;
  };
  const fromCharCode = String.fromCharCode;
  const big = (text) => (text[0] === "-" ? -OwnBigInt(sliced(text, 1)) : OwnBigInt(text));

  // Functions as arguments are known by their texts, which are Viva's own: see `functions.js`. One that gives nothing
  // remembers what it was called with.
  const evaluated = globalThis.eval;
  const includes = method(String.prototype, "includes");
  const remembered = construct(WeakMap, []);
  const remember = method(WeakMap.prototype, "set");
  const callsOf = method(WeakMap.prototype, "get");
  const functionOf = (text) => {
    const plain = evaluated(`(${text})`);
    if (!includes(text, "{ }")) return plain;
    const calls = [];
    const most = plain.length;
    const found = (...given) => {
      if (given.length > most) given.length = most;
      put(calls, calls.length, given);
    };
    remember(remembered, found, calls);
    return found;
  };
  // What a call gave, together with the calls of those functions that remember theirs.
  const observed = (value, given) => {
    const all = [];
    for (let place = 0; place < given.length; place++) {
      const one = given[place];
      const calls = typeof one === "function" ? callsOf(remembered, one) : undefined;
      if (calls !== undefined) put(all, all.length, calls);
    }
    if (all.length === 0) return value;
    return { calls: all.length === 1 ? all[0] : all, returns: value };
  };

  // What a function that is a result is called with, in this order; and what another one is made with `beside` it, if there
  // is to be one.
  class Calls {
    #all;
    #beside;
    constructor(all, beside = null) {
      this.#all = all;
      this.#beside = beside;
    }
    static in(list) {
      const last = list[list.length - 1];
      if (typeof last !== "object" || last === null || !(#all in last)) return undefined;
      list.length -= 1;
      return { __proto__: null, all: last.#all, beside: last.#beside };
    }
  }
  // What it answers to them: one answer, or the list of them, each followed by that of the other one, which is `made` in the
  // same way; itself where it is not called, or is no function.
  const answers = (value, calls, made) => {
    if (calls === undefined || calls.all.length === 0 || typeof value !== "function") return value;
    const { all, beside } = calls;
    const other = beside === null ? undefined : made(beside);
    const found = [];
    for (let place = 0; place < all.length; place++) {
      const given = all[place];
      const further = Calls.in(given);
      put(found, found.length, answers(apply(value, undefined, given), further));
      if (typeof other === "function") put(found, found.length, answers(apply(other, undefined, given), further));
    }
    return found.length === 1 ? found[0] : found;
  };

  const revive = (heap, classNamed) => {
    const { nodes } = heap;
    const made = { __proto__: null };
    const slot = (data) => {
      if (!isArray(data)) return data;
      switch (data[0]) {
        case "at":
          return node(data[1]);
        case "int":
          return +numberOf(big(data[1]));
        case "float":
          return float(data[1]);
        case "text":
          return fromHex(data[1]);
      }
      throw new Missing(`a ${data[0]} is no value of JavaScript`);
    };
    const fill = (target, children) => {
      for (let place = 0; place < children.length; place++) {
        const child = children[place];
        if (isArray(child) && child[0] === "at" && nodes[child[1]][0] === "nothing" && nodes[child[1]][1] === "hole") {
          target.length = place + 1;
        } else put(target, place, slot(child));
      }
      return target;
    };
    const dictionary = (target, children) => {
      for (let place = 0; place < children.length; place += 2) put(target, slot(children[place]), slot(children[place + 1]));
      return target;
    };
    const mapped = (target, children) => {
      for (let place = 0; place < children.length; place += 2) mapSet(target, slot(children[place]), slot(children[place + 1]));
      return target;
    };
    const collected = (target, children) => {
      for (let place = 0; place < children.length; place++) setAdd(target, slot(children[place]));
      return target;
    };
    const keyed = (children) => {
      for (let place = 0; place < children.length; place += 2) if (typeof children[place] !== "string") return false;
      return true;
    };
    const named = (target, names, children, from) => {
      for (let place = 0; place < names.length; place++) {
        const name = names[place];
        const value = children[from + place] === null ? kit.objects.nothing(name) : slot(children[from + place]);
        if (name[0] !== "#") put(target, name, value);
        else {
          const hidden = kit.objects.privateParts(target);
          for (let at = 0; at < hidden.length; at++) if (hidden[at][0] === name) hidden[at][3](target, value);
        }
      }
      return target;
    };
    const node = (number) => {
      if (number in made) return made[number];
      const { 0: kind, 1: first, 2: names, 3: children } = nodes[number];
      switch (kind) {
        case "list":
        case "tuple":
        case "deque":
          return fill((made[number] = []), first);
        case "set":
        case "frozenset":
        case "keys":
          return collected((made[number] = construct(OwnSet, [])), first);
        case "dict":
          return keyed(first)
            ? dictionary((made[number] = {}), first)
            : mapped((made[number] = construct(OwnMap, [])), first);
        case "range": {
          const found = (made[number] = []);
          const { 0: start, 1: stop, 2: step } = first;
          for (let at = start, place = 0; step > 0 ? at < stop : at > stop; at += step, place++) put(found, place, at);
          return found;
        }
        case "named":
          return fill((made[number] = []), children);
        case "nothing":
          return first === "null" ? null : undefined;
        case "sub":
          return sub(number, first, names, children);
        case "dataclass":
          if (first === "Record") return record(number, slot(children[0]), nodes[children[1][1]][1]);
        // falls through
        case "object": {
          const plain = first === "Object";
          const cls = plain ? kit.objects.nodeClass(names) : classNamed(first) ?? kit.objects.classNamed(first);
          if (plain && cls === undefined) return named((made[number] = {}), names, children, 0);
          if (typeof cls !== "function") throw new Missing(`no class named ${first}`);
          made[number] = kit.objects.made(cls) ?? create(plainProperty(cls, "prototype"));
          return named(made[number], names, children, 0);
        }
      }
      throw new Missing(`a ${kind} is no value of JavaScript`);
    };
    // What Viva has of an instance: the name of its class, and pairs of a field and a value.
    const record = (number, name, pairs) => {
      const parts = { __proto__: null };
      const field = (place) => nodes[pairs[place][1]][1];
      if (sliced(name, 0, 2) === "()" && !includes(name, "=>")) {
        return (made[number] = new Calls(slot(field(0)[1]), pairs.length > 1 ? slot(field(1)[1]) : null));
      }
      if (includes(name, "=>")) return (made[number] = functionOf(name));
      if (name === "undefined") return undefined;
      const cls = classNamed(name) ?? kit.objects.classNamed(name);
      if (typeof cls !== "function") throw new Missing(`no class named ${name}`);
      made[number] = kit.objects.made(cls) ?? create(plainProperty(cls, "prototype"));
      for (let place = 0; place < pairs.length; place++) parts[slot(field(place)[0])] = field(place)[1];
      const names = ownKeys(parts);
      const values = { __proto__: null };
      for (let place = 0; place < names.length; place++) values[place] = parts[names[place]];
      return named(made[number], names, values, 0);
    };
    const inner = (data) => nodes[data[1]];
    const sub = (number, name, names, children) => {
      const content = children[0];
      switch (name) {
        case "BigInt":
          return (made[number] = typeof content === "number" ? OwnBigInt(content) : big(content[1]));
        case "Date":
          return (made[number] = construct(OwnDate, [slot(content)]));
        case "Map":
          return mapped((made[number] = construct(OwnMap, [])), inner(content)[1]);
        case "Set":
          return collected((made[number] = construct(OwnSet, [])), inner(content)[1]);
        case "Object":
          return dictionary((made[number] = {}), inner(content)[1]);
        case "[Object: null prototype]":
          return dictionary((made[number] = create(null)), inner(content)[1]);
        case "Array":
          return named(fill((made[number] = []), inner(content)[1]), names, children, 1);
        case "RegExp": {
          const text = slot(content);
          const end = lastIndexOf(text, "/");
          return (made[number] = construct(OwnRegExp, [sliced(text, 1, end), sliced(text, end + 1)]));
        }
      }
      if (isArray(content) && content[0] === "at") {
        const cls = classNamed(name);
        const { 0: kind, 1: parts } = inner(content);
        const found = kind === "list" ? [] : kind === "dict" ? construct(OwnMap, []) : construct(OwnSet, []);
        made[number] = found;
        (kind === "list" ? fill : kind === "dict" ? mapped : collected)(found, parts);
        if (typeof cls === "function") setPrototypeOf(found, plainProperty(cls, "prototype"));
        return named(found, names, children, 1);
      }
      throw new Missing(`a ${name} is no value of JavaScript`);
    };
    return slot(heap.root);
  };
  const numberOf = Number;
  const setPrototypeOf = Reflect.setPrototypeOf;
  const lastIndexOf = method(String.prototype, "lastIndexOf");

  kit.reviving = { __proto__: null, Missing, revive, functionOf, Calls, answers, observed };
});
