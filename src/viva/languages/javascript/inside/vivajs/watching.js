// What hooks of a watched run do: they do what the program asked for, count calls, and note patterns that slow engines down.
// Loaded before the program, as `values.js` is. What is noted is for people: no verdict rests on it.
(function (kit) {
  "use strict";
  const { apply, set, getOwnPropertyDescriptor, getPrototypeOf, ownKeys } = Reflect;
  const isArray = Array.isArray;
  const isInteger = Number.isInteger;
  const WeakSeen = WeakSet;
  const has = WeakSet.prototype.has;
  const add = WeakSet.prototype.add;
  const plainHas = Object.prototype.hasOwnProperty;
  const MOST = 40;

  let finished; // objects whose constructor is through
  let orders; // by the keys of objects: their order
  let kinds; // by place: the kinds of operands
  let found;
  let count;
  let calls;
  let rounds; // by place: how often a condition was true in a row
  let stack;
  let depth;

  const begin = () => {
    finished = new WeakSeen();
    orders = { __proto__: null };
    kinds = { __proto__: null };
    found = { __proto__: null };
    count = 0;
    calls = { __proto__: null };
    rounds = { __proto__: null };
    stack = { __proto__: null };
    depth = 0;
  };
  begin();

  const note = (name, site, detail = "") => {
    const key = `${name} ${site}`;
    if (key in found || count >= MOST) return;
    found[key] = `["${name}",${site},${kit.values.quoted(detail)}]`;
    count += 1;
  };
  const kindOf = (value) => (value === null || value === undefined ? "nothing" : isArray(value) ? "array" : typeof value);
  const isObject = (value) => (typeof value === "object" && value !== null) || typeof value === "function";
  const owns = (value, key) => apply(plainHas, value, [key]);
  const isNumeric = (list) => list.length > 0 && typeof list[0] === "number" && typeof list[list.length - 1] === "number";

  // Is it an instance of a class, and not of one that the language brings along?
  const isInstance = (value) => apply(has, finished, [value]);
  const known = (value, key) => {
    for (let at = value, far = 0; at !== null && far < 100; at = getPrototypeOf(at), far++) {
      if (getOwnPropertyDescriptor(at, key) !== undefined) return true;
    }
    return false;
  };
  const keysOf = (value) => {
    const keys = ownKeys(value);
    let text = "";
    for (let place = 0; place < keys.length; place++) {
      if (typeof keys[place] !== "string") return undefined;
      text += (place ? "," : "") + keys[place];
    }
    return keys.length > 1 && keys.length < 30 ? text : undefined;
  };
  const { split } = String.prototype;
  const { join, sort } = Array.prototype;
  const sorted = (text) => apply(join, apply(sort, apply(split, text, [","]), []), [","]);

  const ordered = (value, name, site) => {
    const keys = keysOf(value);
    if (keys === undefined) return;
    const same = `${name} ${sorted(keys)}`;
    if (!(same in orders)) orders[same] = keys;
    else if (orders[same] !== keys) note("member_order", site, name);
  };

  const store = (list, value, site) => {
    if (isNumeric(list) && typeof value !== "number" && value !== undefined) note("mixed_array", site, kindOf(value));
  };

  const hooks = {
    __proto__: null,
    come: (site) => {
      rounds[site] = 0;
    },
    round: (value, site, most) => {
      rounds[site] = value ? (rounds[site] ?? 0) + 1 : 0;
      if (rounds[site] <= most) return value;
      note("endless_loop", site);
      rounds[site] = 0;
      return false;
    },
    called: (name) => {
      calls[name] = (calls[name] ?? 0) + 1;
    },
    read: (object, key, site) => {
      if (isArray(object) && typeof key === "number" && isInteger(key) && !owns(object, key)) note("unset_element", site);
      return object[key];
    },
    put: (object, key, value, site) => {
      if (isArray(object)) {
        if (typeof key === "number" && (key > object.length || key < 0 || !isInteger(key))) note("array_gap", site);
        else if (typeof key === "number") store(object, value, site);
      } else if (isObject(object) && isInstance(object) && typeof key === "string" && !known(object, key)) note("late_member", site, key);
      if (isObject(object)) set(object, key, value);
      else object[key] = value;
      return value;
    },
    old: (value) => {
      stack[depth++] = kindOf(value);
    },
    now: (value, name, site) => {
      const was = stack[--depth];
      const is = kindOf(value);
      if (was !== undefined && was !== "nothing" && is !== "nothing" && was !== is) note("changing_type", site, name);
      return value;
    },
    one: (value) => {
      stack[depth++] = kindOf(value);
      return value;
    },
    both: (value, site, sign) => {
      const right = stack[--depth];
      const left = stack[--depth];
      const seen = typeof value === "boolean" ? `${left} ${right}` : typeof value;
      if (!(site in kinds)) kinds[site] = seen;
      else if (kinds[site] !== seen && left !== "nothing" && right !== "nothing") note("mixed_operation", site, sign);
      return value;
    },
    from: (object, site) => {
      if (isArray(object)) note("array_gap", site);
      return object;
    },
    made: (object, site) => {
      if (isObject(object) && typeof object !== "function" && kit.objects.isOwn(object)) {
        apply(add, finished, [object]);
        ordered(object, kit.values.className(object), site);
      }
      return object;
    },
    literal: (object, site) => {
      ordered(object, "", site);
      return object;
    },
    push: (object, given, site) => {
      if (isArray(object)) for (let place = 0; place < given.length; place++) store(object, given[place], site);
      return apply(object.push, object, given);
    },
    unshift: (object, given, site) => {
      if (isArray(object)) for (let place = 0; place < given.length; place++) store(object, given[place], site);
      return apply(object.unshift, object, given);
    },
  };

  kit.watching = {
    __proto__: null,
    hooks,
    begin,
    // What was called, and what was noted, as parts of a message.
    told: () => {
      let named = "";
      for (const name in calls) named += `${named === "" ? "" : ","}${kit.values.quoted(name)}:${calls[name]}`;
      let noted = "";
      for (const key in found) noted += `${noted === "" ? "" : ","}${found[key]}`;
      return `,"calls":{${named}},"seen":[${noted}]`;
    },
  };
});
