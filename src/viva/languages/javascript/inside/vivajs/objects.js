// Objects of a program's own classes as others look at them: with their private parts, which the class itself tells how to
// reach (`hooks.js` puts that into it), and made without running a constructor. Loaded before the program, as `values.js` is.
(function (kit) {
  "use strict";
  const { construct, ownKeys, getPrototypeOf, deleteProperty } = Reflect;
  const parse = JSON.parse;
  let known = { __proto__: null };
  let count = 0;
  let told = null;
  let main = "";

  // What a class is handed: `is` is told every class, with its private parts; while `making`, constructors do nothing.
  const seen = {
    __proto__: null,
    making: false,
    is: (cls, parts) => {
      known[count++] = { __proto__: null, cls, parts };
    },
  };

  // The private parts of an object: names and values, and how to set them.
  const privateParts = (value) => {
    const found = [];
    let at = 0;
    for (let place = 0; place < count; place++) {
      const { parts } = known[place];
      if (parts === undefined) continue;
      for (let number = 0; number < parts.length; number++) {
        if (parts[number][1](value)) {
          Reflect.defineProperty(found, at++, { __proto__: null, value: parts[number], writable: true, enumerable: true, configurable: true });
        }
      }
    }
    return found;
  };

  const classNamed = (name) => {
    for (let place = count - 1; place >= 0; place--) {
      if (kit.values.plainProperty(known[place].cls, "name") === name) return known[place].cls;
    }
    return undefined;
  };

  const hasPrivate = (cls) => {
    let at = cls;
    for (let depth = 0; depth < 100 && typeof at === "function"; depth++) {
      for (let place = 0; place < count; place++) if (known[place].cls === at && known[place].parts !== undefined) return true;
      at = getPrototypeOf(at);
    }
    return false;
  };

  // An object of a class without anything in it but its private parts.
  const made = (cls) => {
    if (!hasPrivate(cls)) return undefined;
    seen.making = true;
    try {
      const found = construct(cls, []);
      const keys = ownKeys(found);
      for (let place = 0; place < keys.length; place++) deleteProperty(found, keys[place]);
      return found;
    } finally {
      seen.making = false;
    }
  };

  const holds = (list, name) => {
    for (let place = 0; list !== undefined && place < list.length; place++) if (list[place] === name) return true;
    return false;
  };

  kit.objects = {
    __proto__: null,
    seen,
    // What `keeping.js` found in the text, and the class whose methods are asked.
    tell: (text, asked) => {
      told = text === undefined ? null : parse(text);
      main = asked;
    },
    // Is it an object of a class of the program?
    isOwn: (value) => {
      const cls = kit.values.plainProperty(value, "constructor");
      for (let place = 0; place < count; place++) if (known[place].cls === cls) return true;
      return told !== null && typeof cls === "function" && kit.values.plainProperty(told.fields, kit.values.plainProperty(cls, "name")) !== undefined;
    },
    // Does the text show it as a class, or as a constructor of the old kind?
    keeps: (name) => told !== null && kit.values.plainProperty(told.fields, name) !== undefined,
    privateParts,
    classNamed,
    made,
    // What stands for nothing in a field.
    nothing: (field) => (told !== null && holds(told.undefined, field) ? undefined : null),
    // Fields that objects of a class have, though not each of them has each.
    fields: (name) => {
      if (told === null) return [];
      const own = kit.values.plainProperty(told.fields, name);
      const single = ownKeys(told.fields).length === 1;
      return [own ?? [], name !== main || single ? told.loose : []];
    },
    // The one class of the program whose objects have these parts: its nodes are of that class, where those that are given
    // are plain objects.
    nodeClass: (names) => {
      if (told === null) return undefined;
      let found;
      const classes = ownKeys(told.fields);
      for (let place = 0; place < classes.length; place++) {
        const own = told.fields[classes[place]];
        let same = own.length === names.length && classes[place] !== main;
        for (let number = 0; same && number < names.length; number++) same = holds(own, names[number]);
        if (same && found !== undefined) return undefined;
        if (same) found = classNamed(classes[place]);
      }
      return found;
    },
    // Is a plain object with these keys what the program uses as a node?
    isNode: (keys) => told !== null && holds(told.literals, keys),
  };
});
