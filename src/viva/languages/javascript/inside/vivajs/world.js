// What a program finds around it: a console, clocks, chance, modules; and stand-ins for what an exercise forbids.
//
// Time passes only where a program waits for it, chance is seeded, and both are the same for the same seed.
(function (kit) {
  "use strict";
  const { apply, construct, getOwnPropertyDescriptor, ownKeys, setPrototypeOf } = Reflect;
  const define = Reflect.defineProperty;
  const OwnDate = Date;
  const OwnError = Error;
  const OwnMap = Map;
  const ownEval = globalThis.eval;
  const imul = Math.imul;
  const then = Promise.prototype.then;
  const resolved = Promise.resolve.bind(Promise);
  const OwnFunction = Function;
  const OFFSET = 10000; // lines before the first of a program, so that no line of ours is taken for one of its own
  const MOST_SLEEP = 60000;
  const START = OwnDate.UTC(2024, 0, 1, 12);

  const hidden = (object, name, value) =>
    define(object, name, { __proto__: null, value, writable: true, enumerable: false, configurable: true });

  // The lines of the program on the way to an error, the innermost last: [line, function].
  const FRAME = /^ *at (.*?) ?\(?[^():]*:(\d+)(?::\d+)?\)?$/;
  const match = RegExp.prototype.exec;
  const { lastIndexOf, slice, split } = String.prototype;
  const stackGetter = getOwnPropertyDescriptor(OwnError.prototype, "stack").get;
  const stackOf = (error) => {
    try {
      return apply(stackGetter, error, []);
    } catch {
      return undefined; // no error, or one whose text a program makes itself
    }
  };
  const framesOf = (error) => {
    const found = [];
    const text = stackOf(error);
    if (typeof text !== "string") return found;
    const lines = apply(split, apply(slice, text, [0, 20000]), ["\n"]);
    for (let place = 0; place < lines.length; place++) {
      const parts = apply(match, FRAME, [lines[place]]);
      if (parts !== null && +parts[2] > OFFSET) {
        const name = parts[1] === "<anonymous>" || parts[1] === "" ? "" : parts[1];
        hidden(found, found.length, [+parts[2] - OFFSET, name]);
      }
    }
    const turned = [];
    for (let place = found.length - 1; place >= 0; place--) hidden(turned, turned.length, found[place]);
    return turned;
  };
  const currentLine = () => {
    const frames = framesOf(new OwnError());
    return frames.length ? frames[frames.length - 1][0] : null;
  };

  // The text of functions is the one they were written with: a program does not see its hooks.
  const ownText = OwnFunction.prototype.toString;
  const parseJson = JSON.parse;
  const [mapGet, mapSet] = [Map.prototype.get, Map.prototype.set];
  let code = "";
  let sources; // from texts with hooks to texts without; made when the first is asked for
  let main;
  const sourcesOf = () => {
    const found = new OwnMap();
    const { text, spans } = parseJson(apply(slice, code, [apply(lastIndexOf, code, ["\n"]) + 3]));
    for (let place = 0; place < spans.length; place++) {
      const span = spans[place];
      apply(mapSet, found, [apply(slice, code, [span[0], span[1]]), apply(slice, text, [span[2], span[3]])]);
    }
    apply(mapSet, found, [apply(ownText, main, []), `function (exports, require, module, __filename, __dirname) {\n${text}\n}`]);
    return found;
  };
  const { toString: sourceText } = {
    toString() {
      const shown = apply(ownText, this === sourceText ? ownText : this, []);
      if (main === undefined) return shown;
      sources ??= sourcesOf();
      return apply(mapGet, sources, [shown]) ?? shown;
    },
  };

  // Chance

  let state = 0;
  const random = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };

  // Time

  let now = START;
  let slept = 0;
  let timers = [];
  let number = 0;
  const later = (action, delay, given, repeated) => {
    if (typeof action !== "function") throw new TypeError('The "callback" argument must be of type function');
    const wait = delay >= 1 && delay <= 2147483647 ? Math.floor(+delay) : 1;
    const timer = { id: ++number, at: now + wait, wait, action, given, repeated, fired: false };
    timers.push(timer);
    return { __proto__: Timeout.prototype, id: timer.id };
  };
  class Timeout {
    ref() {
      return this;
    }
    unref() {
      return this;
    }
    hasRef() {
      return true;
    }
    [Symbol.toPrimitive]() {
      return this.id;
    }
  }
  const cancel = (timer) => {
    const id = typeof timer === "object" && timer !== null ? timer.id : +timer;
    timers = timers.filter((one) => one.id !== id);
  };
  // Runs the timer whose time comes first; false if there is none.
  const fire = (host) => {
    if (!timers.length) return false;
    const next = timers.reduce((one, two) => (two.at < one.at || (two.at === one.at && two.id < one.id) ? two : one));
    slept += Math.max(0, next.at - now);
    now = Math.max(now, next.at);
    if (slept > MOST_SLEEP) host.overslept();
    if (next.repeated) {
      next.at = now + next.wait;
      next.fired = true;
    } else timers = timers.filter((one) => one !== next);
    apply(next.action, undefined, next.given);
    return true;
  };
  const waitsOnlyForRounds = () => timers.length > 0 && timers.every((one) => one.repeated && one.fired);

  const clock = () => {
    function Date(...given) {
      if (new.target === undefined) return construct(OwnDate, [now]).toString();
      return construct(OwnDate, given.length === 0 ? [now] : given, new.target);
    }
    for (const name of ["UTC", "parse"]) hidden(Date, name, OwnDate[name]);
    hidden(Date, "now", { now: () => now }.now);
    define(Date, "prototype", { __proto__: null, value: OwnDate.prototype, writable: false });
    define(Date, "length", { __proto__: null, value: 7, configurable: true });
    hidden(OwnDate.prototype, "constructor", Date);
    return Date;
  };

  // Texts as people sort them: letters without their marks and their size first. (The engine has no tables of languages.)
  const MARKS = /[\u0300-\u036f]/g;
  const rank = (letter) => (/\p{L}/u.test(letter) ? 3 : /\p{N}/u.test(letter) ? 2 : /\s/u.test(letter) ? 0 : 1);
  const byLetters = (one, two, how) => {
    const [left, right] = [how(one), how(two)];
    for (let place = 0; place < Math.min(left.length, right.length); place++) {
      const [mine, other] = [left[place], right[place]];
      if (mine === other) continue;
      const ranks = rank(mine) - rank(other);
      if (ranks !== 0) return ranks < 0 ? -1 : 1;
      return mine < other ? -1 : 1;
    }
    return Math.sign(left.length - right.length);
  };
  const plainLetters = (text) => [...text.normalize("NFD").replace(MARKS, "").toLowerCase()];
  const swapped = (text) =>
    [...text.normalize("NFD").replace(MARKS, "")].map((one) => (one === one.toLowerCase() ? one.toUpperCase() : one.toLowerCase()));
  const compare = (one, two, numeric) => {
    if (numeric) {
      const [left, right] = [one.match(/\d+|\D+/g) ?? [], two.match(/\d+|\D+/g) ?? []];
      for (let place = 0; place < Math.min(left.length, right.length); place++) {
        const both = /^\d/.test(left[place]) && /^\d/.test(right[place]);
        const found = both ? Math.sign(left[place] - right[place]) : compare(left[place], right[place], false);
        if (found !== 0) return found;
      }
      return Math.sign(left.length - right.length);
    }
    const marks = (text) => [...text.normalize("NFD").toLowerCase()];
    return byLetters(one, two, plainLetters) || byLetters(one, two, marks) || byLetters(one, two, swapped);
  };

  const spoken = (value, options = {}) => {
    const most = options.maximumFractionDigits ?? Math.max(options.minimumFractionDigits ?? 0, 3);
    const least = options.minimumFractionDigits ?? 0;
    if (!Number.isFinite(value)) return Number.isNaN(value) ? "NaN" : value > 0 ? "∞" : "-∞";
    let [whole, part = ""] = Math.abs(value).toFixed(Math.min(most, 100)).split(".");
    while (part.length > least && part.endsWith("0")) part = part.slice(0, -1);
    if (options.useGrouping !== false) whole = whole.replace(/\B(?=(\d{3})+$)/g, ",");
    return `${value < 0 || Object.is(value, -0) ? "-" : ""}${whole}${part ? `.${part}` : ""}`;
  };

  // The console

  const consoleOf = (host) => {
    let indent = "";
    const counts = new Map();
    const say = (...given) => {
      const text = kit.printing.format(...given);
      host.write(`${indent ? indent + text.replaceAll("\n", `\n${indent}`) : text}\n`);
    };
    const silent = () => undefined;
    const found = {
      log: say, info: say, debug: say, dir: (value, options) => host.write(`${indent}${kit.printing.inspect(value, options)}\n`),
      error: silent, warn: silent, trace: silent, assert: silent, clear: silent, time: silent, timeLog: silent,
      timeEnd: silent,
      group: (...given) => {
        if (given.length) say(...given);
        indent += "  ";
      },
      groupEnd: () => {
        indent = indent.slice(2);
      },
      count: (name = "default") => {
        counts.set(name, (counts.get(name) ?? 0) + 1);
        say(`${name}: ${counts.get(name)}`);
      },
      countReset: (name = "default") => counts.delete(name),
      table: (data) => say(table(data)),
    };
    found.groupCollapsed = found.group;
    for (const [name, action] of Object.entries(found)) define(action, "name", { __proto__: null, value: name, configurable: true });
    return found;
  };

  const table = (data) => {
    if (typeof data !== "object" || data === null) return data;
    const rows = Object.entries(data);
    const columns = [];
    let plain = false;
    for (const [, row] of rows) {
      if (typeof row === "object" && row !== null) {
        for (const key of Object.keys(row)) if (!columns.includes(key)) columns.push(key);
      } else plain = true;
    }
    const head = ["(index)", ...columns, ...(plain ? ["Values"] : [])];
    const shown = (value) => kit.printing.inspect(value, { depth: 1 });
    const body = rows.map(([key, row]) => {
      const inside = typeof row === "object" && row !== null;
      const cells = columns.map((name) => (inside && Object.hasOwn(row, name) ? shown(row[name]) : ""));
      return [key, ...cells, ...(plain ? [inside ? "" : shown(row)] : [])];
    });
    const widths = head.map((name, place) => Math.max(name.length, ...body.map((row) => row[place].length)) + 2);
    const centred = (text, width) => {
      const left = Math.floor((width - text.length) / 2);
      return " ".repeat(left) + text + " ".repeat(width - text.length - left);
    };
    const line = (from, between, until) => from + widths.map((width) => "─".repeat(width)).join(between) + until;
    const row = (cells) => `│${cells.map((cell, place) => centred(cell, widths[place])).join("│")}│`;
    return [line("┌", "┬", "┐"), row(head), line("├", "┼", "┤"), ...body.map(row), line("└", "┴", "┘")].join("\n");
  };

  // Modules

  class Emitter {
    constructor() {
      hidden(this, "listening", new Map());
    }
    on(event, action) {
      if (!this.listening.has(event)) this.listening.set(event, []);
      this.listening.get(event).push({ action, once: false });
      return this;
    }
    addListener(event, action) {
      return this.on(event, action);
    }
    once(event, action) {
      this.on(event, action);
      this.listening.get(event).at(-1).once = true;
      return this;
    }
    off(event, action) {
      this.listening.set(event, (this.listening.get(event) ?? []).filter((one) => one.action !== action));
      return this;
    }
    removeListener(event, action) {
      return this.off(event, action);
    }
    removeAllListeners(event) {
      if (event === undefined) this.listening.clear();
      else this.listening.delete(event);
      return this;
    }
    listenerCount(event) {
      return (this.listening.get(event) ?? []).length;
    }
    emit(event, ...given) {
      const all = this.listening.get(event) ?? [];
      this.listening.set(event, all.filter((one) => !one.once));
      for (const one of all) apply(one.action, this, given);
      return all.length > 0;
    }
  }

  // Who waits for input: asked in turn when nothing else is left to do.
  let readers = [];
  let ended = false;

  const nextLine = (host, toTheEnd = false) => {
    const line = ended ? null : host.readLine(toTheEnd);
    if (line === null) ended = true;
    return line;
  };

  const everything = (host) => {
    let found = "";
    for (let line = nextLine(host, true); line !== null; line = nextLine(host, true)) found += `${line}\n`;
    return found;
  };

  const bytesOf = (text) => {
    const found = [];
    for (const letter of text.toWellFormed()) {
      const code = letter.codePointAt(0);
      if (code < 0x80) found.push(code);
      else if (code < 0x800) found.push(0xc0 | (code >> 6), 0x80 | (code & 63));
      else if (code < 0x10000) found.push(0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63));
      else found.push(0xf0 | (code >> 18), 0x80 | ((code >> 12) & 63), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63));
    }
    return found;
  };
  class Buffer extends Uint8Array {
    static from(given) {
      const found = new Buffer(typeof given === "string" ? bytesOf(given) : given);
      if (typeof given === "string") hidden(found, "text", given);
      return found;
    }
    toString() {
      return this.text ?? decodeURIComponent(Array.from(this, (byte) => `%${byte.toString(16).padStart(2, "0")}`).join(""));
    }
  }

  class Interface extends Emitter {
    constructor(host, options) {
      super();
      hidden(this, "host", host);
      hidden(this, "questions", []);
      hidden(this, "promptText", options?.prompt ?? "> ");
      hidden(this, "closed", false);
      hidden(this, "asks", (line) => this.take(line));
      readers.push(this.asks);
    }
    take(line) {
      if (line === null) return this.close();
      const question = this.questions.shift();
      this.asks.asks = this.questions.length > 0;
      if (question !== undefined) question(line);
      else {
        this.lines?.push(line);
        this.emit("line", line);
        this.awake?.();
      }
    }
    question(text, options, answer) {
      if (this.closed) throw Object.assign(new OwnError("readline was closed"), { code: "ERR_USE_AFTER_CLOSE" });
      this.host.prompt(`${text}`);
      this.asks.asks = true;
      this.questions.push(typeof options === "function" ? options : answer);
    }
    setPrompt(text) {
      this.promptText = `${text}`;
    }
    getPrompt() {
      return this.promptText;
    }
    prompt() {
      this.host.prompt(this.promptText);
    }
    write() {}
    pause() {
      return this;
    }
    resume() {
      return this;
    }
    close() {
      if (this.closed) return;
      this.closed = true;
      readers = readers.filter((one) => one !== this.asks);
      this.emit("close");
      this.awake?.();
    }
    async *[Symbol.asyncIterator]() {
      hidden(this, "lines", []);
      for (;;) {
        while (this.lines.length) yield this.lines.shift();
        if (this.closed) return;
        await new Promise((wake) => hidden(this, "awake", wake));
      }
    }
  }

  class Asking extends Interface {
    question(text) {
      return new Promise((answer) => super.question(text, answer));
    }
  }

  const standardInput = (host) => {
    const found = new Emitter();
    const on = found.on;
    let waits = false;
    const take = (line) => {
      if (line !== null) return found.emit("data", `${line}\n`);
      readers = readers.filter((one) => one !== take);
      found.emit("end");
      found.emit("close");
    };
    hidden(found, "on", function (event, action) {
      if ((event === "data" || event === "end" || event === "readable") && !waits) {
        waits = true;
        readers.push(take);
      }
      return apply(on, found, [event, action]);
    });
    return Object.assign(found, {
      fd: 0, isTTY: false, setEncoding: () => found, resume: () => found, pause: () => found, unref: () => found,
      read: () => null,
      async *[Symbol.asyncIterator]() {
        for (let line = nextLine(host, true); line !== null; line = nextLine(host, true)) yield `${line}\n`;
      },
    });
  };

  const modulesOf = (host, process) => {
    const readAll = (file, options) => {
      if (file !== 0 && file !== "/dev/stdin" && file !== process.stdin.fd) {
        throw Object.assign(new OwnError(`ENOENT: no such file or directory, open '${file}'`), { code: "ENOENT" });
      }
      const text = everything(host);
      const encoding = typeof options === "string" ? options : options?.encoding;
      return encoding ? text : Buffer.from(text);
    };
    const readline = {
      createInterface: (options) => new Interface(host, options),
      clearLine: () => true, cursorTo: () => true, moveCursor: () => true, Interface,
    };
    const asking = { createInterface: (options) => new Asking(host, options), Interface: Asking };
    readline.promises = asking;
    const ask = (text = "") => {
      if (`${text}` !== "") host.prompt(`${text}`);
      return nextLine(host);
    };
    const assert = (holds, message) => {
      if (!holds) throw Object.assign(new OwnError(message ?? "The expression evaluated to a falsy value"), { name: "AssertionError" });
    };
    const same = (one, two) => kit.values.write(one) === kit.values.write(two);
    Object.assign(assert, {
      ok: assert,
      equal: (one, two, message) => assert(one == two, message ?? "Expected values to be loosely equal"),
      strictEqual: (one, two, message) => assert(Object.is(one, two), message ?? "Expected values to be strictly equal"),
      notStrictEqual: (one, two, message) => assert(!Object.is(one, two), message ?? "Expected values to differ"),
      deepStrictEqual: (one, two, message) => assert(same(one, two), message ?? "Expected values to be strictly deep-equal"),
      deepEqual: (one, two, message) => assert(same(one, two), message ?? "Expected values to be loosely deep-equal"),
      throws: (action, message) => {
        try {
          action();
        } catch {
          return;
        }
        assert(false, message ?? "Missing expected exception.");
      },
    });
    assert.strict = assert;
    const number = (text) => {
      for (;;) {
        const found = Number(ask(text));
        if (!Number.isNaN(found)) return found;
      }
    };
    return {
      fs: {
        readFileSync: readAll,
        writeSync: (file, text) => (file === 1 ? host.write(`${text}`) : undefined),
        writeFileSync: (file, text) => (file === 1 || file === "/dev/stdout" ? host.write(`${text}`) : undefined),
        readSync: () => 0,
        existsSync: () => false,
      },
      readline, "readline/promises": asking, assert, "assert/strict": assert,
      util: { inspect: kit.printing.inspect, format: kit.printing.format, isDeepStrictEqual: same, promisify: promised },
      events: Object.assign(Emitter, { EventEmitter: Emitter }),
      os: { EOL: "\n", platform: () => "linux" },
      process, buffer: { Buffer }, perf_hooks: { performance: globalThis.performance },
      timers: { setTimeout, setInterval, clearTimeout, clearInterval },
      "timers/promises": { setTimeout: (wait, value) => new Promise((done) => setTimeout(done, wait, value)) },
      "prompt-sync": () => Object.assign((text) => ask(text), { hide: ask }),
      "readline-sync": { question: (text) => ask(text) ?? "", prompt: () => ask("> ") ?? "", questionInt: number, questionFloat: number },
    };
  };
  const promised = (action) => (...given) =>
    new Promise((right, wrong) => action(...given, (error, value) => (error ? wrong(error) : right(value))));

  class Exit {
    constructor(code) {
      this.code = code;
    }
  }

  const install = (host, seed) => {
    state = seed | 0;
    now = START + Math.abs(seed % 100000) * 3234567891;
    const standard = {
      write: (text) => {
        host.write(`${text}`);
        return true;
      },
      isTTY: false, columns: 80, fd: 1, on: () => standard, once: () => standard, end: () => undefined,
    };
    const process = Object.assign(new Emitter(), {
      argv: ["node", "submission.js"], env: {}, platform: "linux", version: "v20.0.0", versions: { node: "20.0.0" },
      exitCode: undefined, pid: 1, title: "node", stdout: standard, stderr: { ...standard, write: () => true },
      stdin: standardInput(host),
      exit: (code) => host.leave((+(code ?? process.exitCode ?? 0) | 0) & 255),
      cwd: () => "/tmp", uptime: () => (now - START) / 1000,
      hrtime: Object.assign((before) => {
        const passed = now - START;
        const found = [Math.floor(passed / 1000), (passed % 1000) * 1e6];
        return before ? [found[0] - before[0], found[1] - before[1]] : found;
      }, { bigint: () => BigInt(now - START) * 1000000n }),
      memoryUsage: () => ({ heapUsed: 0, heapTotal: 0, rss: 0 }),
      nextTick: (action, ...given) => {
        apply(then, resolved(), [() => apply(action, undefined, given)]);
      },
      emitWarning: () => undefined,
    });
    const world = {
      console: consoleOf(host), process, Buffer,
      setTimeout: (action, delay, ...given) => later(action, delay, given, false),
      setInterval: (action, delay, ...given) => later(action, delay, given, true),
      setImmediate: (action, ...given) => later(action, 0, given, false),
      clearTimeout: cancel, clearInterval: cancel, clearImmediate: cancel,
      prompt: (text = "") => {
        if (`${text}` !== "") host.prompt(`${text}`);
        return nextLine(host);
      },
      alert: (text = "") => host.write(`${text}\n`),
      structuredClone: (value) => kit.values.revive(kit.values.parse(kit.values.write(value)), () => undefined),
      Date: clock(), global: globalThis,
    };
    for (const name of Object.keys(world)) hidden(globalThis, name, world[name]);
    hidden(OwnFunction.prototype, "toString", sourceText);
    hidden(Math, "random", { random }.random);
    hidden(globalThis.performance, "now", { now: () => now - START }.now);
    hidden(String.prototype, "localeCompare", {
      localeCompare(other, _, options) {
        return compare(String(this), String(other), options?.numeric === true);
      },
    }.localeCompare);
    hidden(Number.prototype, "toLocaleString", {
      toLocaleString(_, options) {
        return spoken(Number(this), options);
      },
    }.toLocaleString);
    const modules = modulesOf(host, process);
    return (name) => {
      const plain = `${name}`.replace(/^node:/, "");
      if (host.forbids(plain)) host.refuse(plain);
      if (Object.hasOwn(modules, plain)) return modules[plain];
      throw Object.assign(new OwnError(`Cannot find module '${name}'`), { code: "MODULE_NOT_FOUND" });
    };
  };

  // What an exercise forbids

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
      for (const key of ["name", "length"]) define(standIn, key, getOwnPropertyDescriptor(action, key));
      if (getOwnPropertyDescriptor(action, "prototype")) define(standIn, "prototype", getOwnPropertyDescriptor(action, "prototype"));
      for (const [owner, key] of places) hidden(owner, key, standIn);
    }
    if (makesCode) {
      for (const maker of MAKERS) {
        const standIn = function () {
          refuse("Function");
        };
        standIn.prototype = maker.prototype;
        hidden(maker.prototype, "constructor", standIn);
        if (maker === OwnFunction) hidden(globalThis, "Function", standIn);
      }
    }
  };

  kit.world = {
    __proto__: null,
    OFFSET, Exit, install, forbid, framesOf, currentLine, ownEval, setPrototypeOf,
    // The program that functions are of, and the function that it is as a whole.
    loaded: (text, whole) => {
      [code, main] = [text, whole];
    },
    seeded: (seed) => {
      state = seed | 0;
      now = START + Math.abs(seed % 100000) * 3234567891;
    },
    // One thing that waits: a timer, or who reads. False where nothing does.
    turn: (host) => {
      if (timers.length && !(readers.length && waitsOnlyForRounds())) return fire(host);
      if (!readers.length) return fire(host);
      for (const timer of timers) timer.fired = false;
      const reader = readers[readers.length - 1];
      reader(nextLine(host, reader.asks !== true));
      return true;
    },
    forget: () => {
      timers = [];
      readers = [];
      slept = 0;
      ended = false;
    },
  };
});
