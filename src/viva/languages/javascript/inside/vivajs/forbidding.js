// What an exercise forbids: a stand-in wherever a program could come to it. Ours may use it, to write what a value holds,
// to sort, to print; but what a program hands over to be called is the program's, and is `asked` about before ours call it.
(function (kit) {
  "use strict";
  const { apply, construct, getOwnPropertyDescriptor, getPrototypeOf, ownKeys } = Reflect;
  const define = Reflect.defineProperty;
  const { calledByOurs, hidden, standsFor } = kit.sources;
  const OwnFunction = Function;
  const refusals = new WeakMap(); // by stand-ins
  const { get, set } = WeakMap.prototype;

  const MAKERS = [OwnFunction, ...[async () => 1, function* () {}, async function* () {}].map((one) => one.constructor)];

  // What the language itself calls for a program that names no method: `for (… of xs)`, `[...xs]`, and of this engine
  // `text ${value}`.
  const isOfTheLanguage = (prototype, key) => key === Symbol.iterator || (prototype === String.prototype && key === "concat");

  // Every function that a program can come to without being given one, with the names under which it is known.
  const natives = () => {
    const found = new Map(); // function -> [[owner object, key, names]]
    const note = (owner, key, action, names) => {
      if (!found.has(action)) found.set(action, { places: [], names: new Set() });
      const one = found.get(action);
      one.places.push([owner, key]);
      for (const name of names) one.names.add(name);
    };
    for (const name of ownKeys(globalThis)) {
      if (typeof name !== "string") continue;
      const value = getOwnPropertyDescriptor(globalThis, name).value;
      if (typeof value === "function") note(globalThis, name, value, [name]);
      if ((typeof value !== "object" && typeof value !== "function") || value === null || value === globalThis) continue;
      for (const key of ownKeys(value)) {
        const inner = typeof key === "string" ? getOwnPropertyDescriptor(value, key).value : undefined;
        if (typeof inner === "function" && key !== "constructor") note(value, key, inner, [`${name}.${key}`]);
      }
      // What all typed arrays share lies in a prototype that has no name.
      let prototype = typeof value === "function" ? getOwnPropertyDescriptor(value, "prototype")?.value : undefined;
      for (; prototype; prototype = name === "Object" ? null : getPrototypeOf(prototype)) {
        if (prototype === Object.prototype && name !== "Object") break;
        for (const key of ownKeys(prototype)) {
          const inner = getOwnPropertyDescriptor(prototype, key).value;
          if (typeof inner !== "function" || key === "constructor" || isOfTheLanguage(prototype, key)) continue;
          const said = typeof key === "string" ? key : inner.name;
          note(prototype, key, inner, [`${name}.prototype.${said}`, `${name}.${said}`, `.${said}`]);
        }
      }
    }
    return found;
  };

  // Puts a stand-in wherever a program could come to a forbidden function: whatever name it has then, it is seen.
  const forbid = (names, refuse) => {
    const wanted = new Set(names);
    const made = [];
    const makesCode = wanted.has("eval") || wanted.has("Function");
    for (const [action, { places, names: known }] of natives()) {
      const name = [...known].find((one) => wanted.has(one));
      if (name === undefined) continue;
      const shown = [...known].find((one) => !one.startsWith(".")).replace(".prototype", "");
      const standIn = function (...given) {
        if (!calledByOurs()) refuse(shown);
        return new.target === undefined ? apply(action, this, given) : construct(action, given, new.target === standIn ? action : new.target);
      };
      apply(set, refusals, [standIn, () => refuse(shown)]);
      standsFor(standIn, action);
      made.push([standIn, action]);
      for (const [owner, key] of places) hidden(owner, key, standIn);
    }
    // All that the function has, stand-ins among it: `Number.isInteger` is not `Number`.
    for (const [standIn, action] of made) for (const key of ownKeys(action)) define(standIn, key, getOwnPropertyDescriptor(action, key));
    if (makesCode) {
      for (const maker of MAKERS) {
        const standIn = function () {
          refuse("Function");
        };
        standsFor(standIn, maker);
        standIn.prototype = maker.prototype;
        hidden(maker.prototype, "constructor", standIn);
        if (maker === OwnFunction) hidden(globalThis, "Function", standIn);
      }
    }
  };

  kit.forbidding = {
    __proto__: null,
    forbid,
    // The same function, which the program wants to be called.
    asked: (action) => {
      apply(get, refusals, [action])?.();
      return action;
    },
  };
});
