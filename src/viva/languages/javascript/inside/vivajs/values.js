// Values of JavaScript as heaps: see `docs/javascript.md` for the table.
//
// This runs in the same realm as what was submitted, and was loaded before it. Whatever a program does to prototypes and
// built-in functions, nothing here looks them up again: all that is used was taken at the start, lists are objects
// without a prototype, and text is put together with `+`. So what is written is what a value holds, and not what its
// methods say. A getter is asked once; what it says is its value.
(function (kit) {
  "use strict";
  const { apply, ownKeys, getOwnPropertyDescriptor, getPrototypeOf } = Reflect;
  const taken = (prototype, name) => getOwnPropertyDescriptor(prototype, name);
  const method = (prototype, name) => {
    const found = taken(prototype, name).value;
    return (self, ...given) => apply(found, self, given);
  };
  const getter = (prototype, name) => {
    const found = taken(prototype, name).get;
    return (self) => apply(found, self, []);
  };
  const isArray = Array.isArray;
  const quoted = JSON.stringify;
  const isError = Error.isError || ((value) => value instanceof Error);
  const is = Object.is;
  const isWellFormed = method(String.prototype, "isWellFormed");
  const charCodeAt = method(String.prototype, "charCodeAt");
  const numberText = method(Number.prototype, "toString");
  const bigText = method(BigInt.prototype, "toString");
  const mapSize = getter(Map.prototype, "size");
  const mapEach = method(Map.prototype, "forEach");
  const mapGet = method(Map.prototype, "get");
  const mapSet = method(Map.prototype, "set");
  const setSize = getter(Set.prototype, "size");
  const setEach = method(Set.prototype, "forEach");
  const dateValue = method(Date.prototype, "getTime");
  const regexSource = getter(RegExp.prototype, "source");
  const regexFlags = getter(RegExp.prototype, "flags");
  const typedName = getter(getPrototypeOf(Int8Array.prototype), Symbol.toStringTag);
  const typedLength = getter(getPrototypeOf(Int8Array.prototype), "length");
  const boxes = [
    ["Number", method(Number.prototype, "valueOf")],
    ["String", method(String.prototype, "valueOf")],
    ["Boolean", method(Boolean.prototype, "valueOf")],
    ["BigInt", method(BigInt.prototype, "valueOf")],
    ["Symbol", method(Symbol.prototype, "valueOf")],
  ];
  const promiseThen = taken(Promise.prototype, "then").value;
  const weak = [method(WeakMap.prototype, "has"), method(WeakSet.prototype, "has")];
  const OwnMap = Map;
  const parse = JSON.parse;
  const arrayPrototype = Array.prototype;
  const objectPrototype = Object.prototype;
  const mapPrototype = Map.prototype;
  const setPrototype = Set.prototype;
  const datePrototype = Date.prototype;
  const regexPrototype = RegExp.prototype;
  const toStringTag = Symbol.toStringTag;
  const EXACT = 2 ** 53;

  class TooLarge {
    constructor(message) {
      this.message = message;
    }
  }

  const hasBrand = (look, value) => {
    try {
      look(value);
      return true;
    } catch {
      return false;
    }
  };

  // A property by its descriptor, without asking a getter; undefined where there is none.
  const plainProperty = (value, name) => {
    let at = typeof value === "object" || typeof value === "function" ? value : null;
    for (let depth = 0; depth < 100 && at !== null; depth++) {
      const found = getOwnPropertyDescriptor(at, name);
      if (found !== undefined) return found.value;
      at = getPrototypeOf(at);
    }
    return undefined;
  };

  // The name of the class that an object is an instance of.
  const className = (value) => {
    const prototype = getPrototypeOf(value);
    if (prototype === null) return "[Object: null prototype]";
    const maker = plainProperty(prototype, "constructor");
    const name = typeof maker === "function" ? plainProperty(maker, "name") : undefined;
    return typeof name === "string" && name !== "" ? short(name) : "Object";
  };

  const short = (name) => (name.length > 200 ? sliced(name, 0, 200) : name);
  const sliced = method(String.prototype, "slice");
  const label = (name) => quoted(isWellFormed(name) ? name : wellFormed(name));
  const wellFormed = method(String.prototype, "toWellFormed");

  const hexText = (text) => {
    let found = "";
    for (let place = 0; place < text.length; place++) {
      const code = charCodeAt(text, place);
      const low = numberText(code & 255, 16);
      const high = numberText(code >> 8, 16);
      found += (low.length < 2 ? "0" : "") + low + (high.length < 2 ? "0" : "") + high;
    }
    return found;
  };

  const numberSlot = (value) => {
    if (value >= -EXACT && value <= EXACT && value % 1 === 0 && !is(value, -0)) return "" + value;
    if (value !== value) return '["float","nan"]';
    if (value === Infinity) return '["float","inf"]';
    if (value === -Infinity) return '["float","-inf"]';
    return is(value, -0) ? '["float","-0.0"]' : `["float","${value}"]`;
  };

  // A node that was written at once. Nothing that a program makes has the private part.
  class Made {
    #text;
    constructor(text) {
      this.#text = text;
    }
    static text(value) {
      return #text in value ? value.#text : undefined;
    }
  }

  class Writer {
    constructor(nodes, characters, objects) {
      this.objects = objects; // is it about objects: with private parts, and one word for nothing
      this.mostNodes = nodes;
      this.room = characters;
      this.numbers = new OwnMap();
      this.found = { __proto__: null };
      this.size = 0;
    }

    spend(characters) {
      this.room -= characters;
      if (this.room < 0) throw new TooLarge("the value is too long");
    }

    slot(value) {
      this.spend(2);
      switch (typeof value) {
        case "number":
          return numberSlot(value);
        case "string":
          this.spend(value.length);
          return isWellFormed(value) ? quoted(value) : `["text","${hexText(value)}"]`;
        case "boolean":
          return value ? "true" : "false";
        case "undefined":
          return this.objects ? "null" : this.nothing("undefined");
        case "bigint": {
          const text = bigText(value, 16);
          this.spend(text.length);
          return this.made(`["sub","BigInt",[],[${bigSlot(value)}]]`);
        }
        case "symbol":
          return this.made('["opaque","symbol",[]]');
      }
      return value === null ? (this.objects ? "null" : this.nothing("null")) : this.at(value);
    }

    nothing(name) {
      const key = `nothing ${name}`;
      let number = mapGet(this.numbers, key);
      if (number === undefined) {
        number = this.add(new Made(`["nothing","${name}",[]]`));
        mapSet(this.numbers, key, number);
      }
      return `["at",${number}]`;
    }

    at(value) {
      let number = mapGet(this.numbers, value);
      if (number === undefined) {
        number = this.add(value);
        mapSet(this.numbers, value, number);
      }
      return `["at",${number}]`;
    }

    add(value) {
      if (this.size >= this.mostNodes) throw new TooLarge("the value has too many parts");
      this.found[this.size] = value;
      return this.size++;
    }

    heap(value) {
      const root = this.slot(value);
      let nodes = "";
      for (let place = 0; place < this.size; place++) {
        nodes += (place ? "," : "") + this.node(this.found[place]);
        this.found[place] = null;
      }
      return `{"root":${root},"nodes":[${nodes}]}`;
    }

    node(value) {
      const written = Made.text(value);
      if (written !== undefined) return written;
      if (typeof value === "function") return this.callable(value);
      if (isArray(value)) return this.array(value);
      const prototype = getPrototypeOf(value);
      if (prototype === objectPrototype || prototype === null) {
        if (this.objects && kit.objects.isNode(keysOf(value))) {
          const { 0: names, 1: children } = this.parts(value);
          return `["object","Object",[${names}],[${children}]]`;
        }
        return this.content(value, prototype === null ? "[Object: null prototype]" : "Object");
      }
      if (hasBrand(mapSize, value)) return this.map(value);
      if (hasBrand(setSize, value)) return this.set(value);
      if (hasBrand(dateValue, value)) return this.kept(value, "Date", numberSlot(dateValue(value)), datePrototype);
      if (isError(value)) return this.error(value);
      for (let place = 0; place < boxes.length; place++) {
        const { 0: name, 1: read } = boxes[place];
        if (hasBrand(read, value)) return this.boxed(name, read(value));
      }
      const typed = typedName(value);
      if (typed !== undefined) return this.typed(value, typed);
      if (isRegex(value)) {
        const text = `/${regexSource(value)}/${regexFlags(value)}`;
        return this.kept(value, "RegExp", this.slot(text), regexPrototype);
      }
      const hidden = hiddenKind(value);
      if (hidden === "Promise") return this.promise(value);
      if (hidden !== undefined) return `["opaque",${label(hidden)},[]]`;
      let { 0: names, 1: children } = this.parts(value);
      if (this.objects) ({ 0: names, 1: children } = this.whole(value, names, children));
      return `["object",${label(className(value))},[${names}],[${children}]]`;
    }

    // By what it came to. One that is open is remembered: who can wait for it writes once more.
    promise(value) {
      const outcome = mapGet(settled, value);
      if (outcome === undefined) open[open.length++] = value;
      if (outcome === undefined || outcome === waiting) return '["opaque","Promise that is never settled",[]]';
      const { 0: right, 1: inside } = outcome;
      return `["object","Promise",["${right ? "value" : "rejected"}"],[${this.slot(inside)}]]`;
    }

    // With private parts, and with nothing in fields that other objects of the class have.
    whole(value, names, children) {
      const add = (name, slot) => {
        const comma = names === "" ? "" : ",";
        names += comma + label(name);
        children += comma + slot;
      };
      const hidden = kit.objects.privateParts(value);
      for (let place = 0; place < hidden.length; place++) add(hidden[place][0], this.slot(hidden[place][2](value)));
      const lists = kit.objects.fields(className(value));
      for (let list = 0; list < lists.length; list++) {
        for (let place = 0; place < lists[list].length; place++) {
          const name = lists[list][place];
          if (name[0] !== "#" && getOwnPropertyDescriptor(value, name) === undefined && !sharedPart(value, name)) add(name, "null");
        }
      }
      return [names, children];
    }

    callable(value) {
      const text = functionText(value);
      const isClass = typeof text === "string" && sliced(text, 0, 5) === "class";
      const name = plainProperty(value, "name");
      return isClass ? `["class",${label(typeof name === "string" ? short(name) : "")},[]]` : '["opaque","function",[]]';
    }

    // The named parts: own, enumerable and with names that are texts, in their order.
    parts(value, skipIndices = false) {
      let names = "";
      let children = "";
      const keys = ownKeys(value);
      for (let place = 0; place < keys.length; place++) {
        const key = keys[place];
        if (typeof key !== "string" || (skipIndices && isIndex(key))) continue;
        const found = getOwnPropertyDescriptor(value, key);
        if (found === undefined || !found.enumerable) continue;
        this.spend(key.length);
        const comma = names === "" ? "" : ",";
        names += comma + label(key);
        children += comma + this.slot(this.read(value, found));
      }
      return [names, children];
    }

    read(value, found) {
      return found.get === undefined ? found.value : apply(found.get, value, []);
    }

    // A plain object is the dictionary of its parts.
    content(value, name) {
      const keys = ownKeys(value);
      let inside = "";
      for (let place = 0; place < keys.length; place++) {
        const key = keys[place];
        if (typeof key !== "string") continue;
        const found = getOwnPropertyDescriptor(value, key);
        if (found === undefined || !found.enumerable) continue;
        inside += (inside === "" ? "" : ",") + this.slot(key) + "," + this.slot(this.read(value, found));
      }
      return `["sub",${label(name)},[],[${this.made(`["dict",[${inside}]]`)}]]`;
    }

    made(text) {
      return `["at",${this.add(new Made(text))}]`;
    }

    array(value) {
      const length = plainProperty(value, "length");
      this.spend(2 * length);
      let inside = "";
      for (let place = 0; place < length; place++) {
        const found = getOwnPropertyDescriptor(value, place);
        const slot = found === undefined ? this.nothing("hole") : this.slot(this.read(value, found));
        inside += (place ? "," : "") + slot;
      }
      const plain = getPrototypeOf(value) === arrayPrototype;
      // Keys that are no places come last; most arrays have none.
      const keys = ownKeys(value);
      let more = false;
      for (let place = keys.length - 1; place >= 0 && !more && (typeof keys[place] !== "string" || !isIndex(keys[place])); place--) {
        more = keys[place] !== "length" && typeof keys[place] === "string";
      }
      if (plain && !more) return `["list",[${inside}]]`;
      const content = this.made(`["list",[${inside}]]`);
      const { 0: names, 1: children } = more ? this.parts(value, true) : ["", ""];
      const name = plain ? "Array" : className(value);
      return `["sub",${label(name)},[${names}],[${content}${children === "" ? "" : "," + children}]]`;
    }

    map(value) {
      this.spend(4 * mapSize(value));
      let inside = "";
      mapEach(value, (item, key) => {
        inside += (inside === "" ? "" : ",") + this.slot(key) + "," + this.slot(item);
      });
      return this.kept(value, "Map", this.made(`["dict",[${inside}]]`), mapPrototype);
    }

    set(value) {
      this.spend(2 * setSize(value));
      let inside = "";
      setEach(value, (item) => {
        inside += (inside === "" ? "" : ",") + this.slot(item);
      });
      const content = `["set",[${inside}]]`;
      const { 0: names } = this.parts(value);
      if (names === "" && getPrototypeOf(value) === setPrototype) return content;
      return this.kept(value, "Set", this.made(content), setPrototype);
    }

    // An object of a built-in class with what that keeps, and what was added to it.
    kept(value, name, content, prototype) {
      const { 0: names, 1: children } = this.parts(value);
      const cls = getPrototypeOf(value) === prototype ? name : className(value);
      return `["sub",${label(cls)},[${names}],[${content}${children === "" ? "" : "," + children}]]`;
    }

    error(value) {
      const message = plainProperty(value, "message");
      const first = this.slot(typeof message === "string" ? message : undefined);
      const more = this.besides(value);
      return `["exception",${label(className(value))},[${first}${more === "" ? "" : `,${this.made(`["sub","Object",[],[${this.made(`["dict",[${more}]]`)}]]`)}`}]]`;
    }

    // What an error has beside its message: why it came about, and what a program has put into it.
    besides(value) {
      const keys = ownKeys(value);
      let inside = "";
      for (let place = 0; place < keys.length; place++) {
        const key = keys[place];
        if (typeof key !== "string" || key === "name" || key === "message" || key === "stack") continue;
        const found = getOwnPropertyDescriptor(value, key);
        if (found === undefined || !(found.enumerable || key === "cause" || key === "errors")) continue;
        inside += (inside === "" ? "" : ",") + this.slot(key) + "," + this.slot(this.read(value, found));
      }
      return inside;
    }

    boxed(name, value) {
      return `["sub",${label(`[${name}]`)},[],[${typeof value === "symbol" ? '"symbol"' : typeof value === "bigint" ? bigSlot(value) : this.slot(value)}]]`;
    }

    typed(value, name) {
      const length = typedLength(value);
      this.spend(2 * length);
      let inside = "";
      for (let place = 0; place < length; place++) inside += (place ? "," : "") + this.slot(value[place]);
      return `["sub",${label(name)},[],[${this.made(`["list",[${inside}]]`)}]]`;
    }
  }

  // Is there a getter or a method of that name?
  const sharedPart = (value, name) => {
    let at = getPrototypeOf(value);
    for (let depth = 0; depth < 100 && at !== null; depth++) {
      if (getOwnPropertyDescriptor(at, name) !== undefined) return true;
      at = getPrototypeOf(at);
    }
    return false;
  };
  const sort = method(Array.prototype, "sort");
  const keysOf = (value) => {
    const keys = ownKeys(value);
    for (let place = 0; place < keys.length; place++) if (typeof keys[place] !== "string") return undefined;
    sort(keys);
    let text = "";
    for (let place = 0; place < keys.length; place++) text += (place ? "," : "") + keys[place];
    return text;
  };

  const regexTest = getter(RegExp.prototype, "global");
  const isRegex = (value) => getPrototypeOf(value) !== null && hasBrand(regexTest, value) && value !== regexPrototype;
  const functionText = (value) => {
    try {
      return apply(functionToString, value, []);
    } catch {
      return undefined;
    }
  };
  const functionToString = Function.prototype.toString;
  const tagOf = (value) => {
    const tag = plainProperty(value, toStringTag);
    return typeof tag === "string" ? short(tag) : "";
  };
  const iteratorPrototype = getPrototypeOf(getPrototypeOf([][Symbol.iterator]()));
  const asyncIteratorPrototype = getPrototypeOf(getPrototypeOf((async function* () {}).prototype));

  // Of promises within values: what they came to.
  const waiting = [];
  let settled = new OwnMap();
  let open = { __proto__: null, length: 0 };

  // What keeps something that nobody can look into: promises, iterators, generators.
  const hiddenKind = (value) => {
    if (isWeak(value)) return "WeakMap";
    let at = getPrototypeOf(value);
    for (let depth = 0; depth < 100 && at !== null; depth++) {
      if (at === promisePrototype) return "Promise";
      if (at === iteratorPrototype) return tagOf(value) || "Iterator";
      if (at === asyncIteratorPrototype) return "AsyncGenerator";
      at = getPrototypeOf(at);
    }
    return undefined;
  };
  const isWeak = (value) => hasBrand((one) => weak[0](one, weak), value) || hasBrand((one) => weak[1](one, weak), value);

  const bigSlot = (value) => {
    if (value >= -9007199254740992n && value <= 9007199254740992n) return "" + value;
    const text = bigText(value < 0n ? -value : value, 16);
    return `["int","${value < 0n ? "-" : ""}0x${text}"]`;
  };

  const isIndex = (key) => {
    if (key.length > 10 || key.length === 0) return false;
    for (let place = 0; place < key.length; place++) {
      const code = charCodeAt(key, place);
      if (code < 48 || code > 57) return false;
    }
    return key.length === 1 || charCodeAt(key, 0) !== 48;
  };

  // A text that was put together of many is a tree of them, which Python cannot take: the same in one piece.
  const join = Array.prototype.join;
  kit.flat = (text) => apply(join, [text], [""]);

  kit.values = {
    __proto__: null,
    TooLarge,
    // The heap of a value, as text.
    write: (value, nodes = 250000, characters = 2000000, objects = false) => new Writer(nodes, characters, objects).heap(value),
    functionText,
    isClass: (value) => sliced(functionText(value) ?? "", 0, 5) === "class",
    method,
    parse,
    quoted,
    className,
    plainProperty,
    isPromise: (value) => {
      if (typeof value !== "object" || value === null) return false;
      let at = value;
      for (let depth = 0; depth < 100 && at !== null; depth++) {
        if (at === promisePrototype) return true;
        at = getPrototypeOf(at);
      }
      return false;
    },
    then: (promise, right, wrong) => apply(promiseThen, promise, [right, wrong]),
    forget: () => {
      settled = new OwnMap();
      open = { __proto__: null, length: 0 };
    },
    // Waits for the promises that were open when values were written; how many there are. `heard` is called for each.
    await: (heard) => {
      const found = open;
      open = { __proto__: null, length: 0 };
      for (let place = 0; place < found.length; place++) {
        const promise = found[place];
        const hear = (right) => (value) => {
          mapSet(settled, promise, [right, value]);
          heard();
        };
        mapSet(settled, promise, waiting);
        apply(promiseThen, promise, [hear(true), hear(false)]);
      }
      return found.length;
    },
  };
  const promisePrototype = Promise.prototype;
});
