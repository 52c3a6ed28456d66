// What an exercise forbids: a stand-in wherever a program could come to it.
(function (kit) {
  "use strict";
  const { getOwnPropertyDescriptor, ownKeys } = Reflect;
  const define = Reflect.defineProperty;
  const { hidden, standsFor } = kit.sources;
  const OwnFunction = Function;

  const MAKERS = [OwnFunction, ...[async () => 1, function* () {}, async function* () {}].map((one) => one.constructor)];

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
      const prototype = typeof value === "function" ? getOwnPropertyDescriptor(value, "prototype")?.value : undefined;
      for (const key of prototype ? ownKeys(prototype) : []) {
        const inner = getOwnPropertyDescriptor(prototype, key).value;
        if (typeof inner !== "function" || key === "constructor") continue;
        const said = typeof key === "string" ? key : inner.name;
        note(prototype, key, inner, [`${name}.prototype.${said}`, `${name}.${said}`, `.${said}`]);
      }
    }
    return found;
  };

  // Puts a stand-in wherever a program could come to a forbidden function: whatever name it has then, it is seen.
  const forbid = (names, refuse) => {
    const wanted = new Set(names);
    const makesCode = wanted.has("eval") || wanted.has("Function");
    for (const [action, { places, names: known }] of natives()) {
      const name = [...known].find((one) => wanted.has(one));
      if (name === undefined) continue;
      const shown = [...known].find((one) => !one.startsWith(".")).replace(".prototype", "");
      const standIn = function () {
        refuse(shown);
      };
      standsFor(standIn, action);
      for (const key of ["name", "length"]) define(standIn, key, getOwnPropertyDescriptor(action, key));
      if (getOwnPropertyDescriptor(action, "prototype")) define(standIn, "prototype", getOwnPropertyDescriptor(action, "prototype"));
      for (const [owner, key] of places) hidden(owner, key, standIn);
    }
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

  kit.forbidding = { forbid };
});
