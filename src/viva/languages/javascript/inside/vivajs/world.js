// What a program finds around it: a console, clocks, chance, modules.
//
// Time passes only where a program waits for it, chance is seeded, and both are the same for the same seed.
(function (kit) {
  "use strict";
  const { apply, construct, getOwnPropertyDescriptor, ownKeys, setPrototypeOf } = Reflect;
  const define = Reflect.defineProperty;
  const OwnDate = Date;
  const OwnError = Error;
  const ownEval = globalThis.eval;
  const imul = Math.imul;
  const then = Promise.prototype.then;
  const resolved = Promise.resolve.bind(Promise);
  const OwnFunction = Function;
  const MOST_SLEEP = 60000;
  const START = OwnDate.UTC(2024, 0, 1, 12);

  const { OFFSET, framesOf, currentLine, sourceText, hidden } = kit.sources;
  const { compare, spoken } = kit.english;
  const { bytesOf, textOf, absent, Buffer } = kit.buffers;
  const { forbid } = kit.forbidding;

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
      table: (data, wanted) => say(table(data, wanted)),
    };
    found.groupCollapsed = found.group;
    for (const [name, action] of Object.entries(found)) define(action, "name", { __proto__: null, value: name, configurable: true });
    return found;
  };

  const table = (data, wanted) => {
    if (typeof data !== "object" || data === null) return data;
    const isObject = (row) => typeof row === "object" && row !== null;
    const shown = (value) => {
      const large = isObject(value) && !Array.isArray(value) && Object.keys(value).length > 2;
      return kit.printing.inspect(value, { depth: large ? -1 : 0 });
    };
    if (data instanceof Map) {
      return drawn(["(iteration index)", "Key", "Values"], [...data].map(([key, value], place) => [`${place}`, shown(key), shown(value)]));
    }
    if (data instanceof Set) return drawn(["(iteration index)", "Values"], [...data].map((value, place) => [`${place}`, shown(value)]));
    const rows = Object.entries(data);
    const inner = rows.filter(([, row]) => isObject(row));
    const columns = wanted ?? [...new Set(inner.flatMap(([, row]) => Object.keys(row)))];
    const plain = inner.length < rows.length;
    const body = rows.map(([key, row]) => {
      const cells = columns.map((name) => (isObject(row) && Object.hasOwn(row, name) ? shown(row[name]) : ""));
      return [key, ...cells, ...(plain ? [isObject(row) ? "" : shown(row)] : [])];
    });
    return drawn(["(index)", ...columns, ...(plain ? ["Values"] : [])], body);
  };

  const drawn = (head, body) => {
    const { widthOf } = kit.printing;
    const widths = head.map((name, place) => Math.max(widthOf(name), ...body.map((row) => widthOf(row[place]))));
    const line = (from, between, until) => from + widths.map((width) => "─".repeat(width + 2)).join(between) + until;
    const row = (cells) => `│${cells.map((cell, place) => ` ${cell}${" ".repeat(widths[place] - widthOf(cell))} `).join("│")}│`;
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
    write() {
      absent("write of readline");
    }
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

  // What a question is answered with comes first, and not behind an error.
  const CUSTOM = Symbol.for("nodejs.util.promisify.custom");
  hidden(Interface.prototype.question, CUSTOM, function (text) {
    return new Promise((answer) => apply(Interface.prototype.question, this, [text, answer]));
  });

  class Asking extends Interface {
    question(text) {
      return new Promise((answer) => super.question(text, answer));
    }
  }

  const standardInput = (host) => {
    const found = new Emitter();
    const on = found.on;
    let waits = false;
    let asText = false;
    let unread = "";
    const chunk = (text) => (asText ? text : Buffer.from(text));
    const take = (line) => {
      if (line === null) {
        readers = readers.filter((one) => one !== take);
        if (found.listenerCount("readable")) found.emit("readable");
        found.emit("end");
        found.emit("close");
      } else if (found.listenerCount("readable")) {
        unread += `${line}\n`;
        found.emit("readable");
      } else found.emit("data", chunk(`${line}\n`));
    };
    hidden(found, "on", function (event, action) {
      if ((event === "data" || event === "end" || event === "readable") && !waits) {
        waits = true;
        readers.push(take);
      }
      return apply(on, found, [event, action]);
    });
    return Object.assign(found, {
      fd: 0, isTTY: false, resume: () => found, pause: () => found, unref: () => found,
      setEncoding: (encoding) => {
        if (encoding !== undefined && !/^utf-?8$/i.test(encoding)) absent(`the encoding ${encoding}`);
        asText = true;
        return found;
      },
      read: (size) => {
        if (size !== undefined) absent("read with a size");
        if (unread === "") return null;
        const text = unread;
        unread = "";
        found.emit("data", chunk(text));
        return chunk(text);
      },
      async *[Symbol.asyncIterator]() {
        for (let line = nextLine(host, true); line !== null; line = nextLine(host, true)) yield chunk(`${line}\n`);
      },
    });
  };

  const modulesOf = (host, process) => {
    const noFile = (file) => {
      throw Object.assign(new OwnError(`ENOENT: no such file or directory, open '${file}'`), { code: "ENOENT" });
    };
    const left = []; // bytes of a line of which not all were read
    const readSome = (file, buffer, from, size) => {
      if (file !== 0) absent("other files than the standard input");
      const { offset = 0, length = buffer.byteLength - offset } = typeof from === "object" && from !== null ? from : { offset: from, length: size };
      if (!left.length) {
        const line = nextLine(host, true);
        if (line !== null) left.push(...bytesOf(`${line}\n`));
      }
      const bytes = left.splice(0, Math.min(length, buffer.byteLength - offset));
      buffer.set(bytes, offset);
      return bytes.length;
    };
    const writeTo = (file, text) => {
      if (file === 1 || file === "/dev/stdout") host.write(`${text}`);
      else if (file !== 2 && file !== "/dev/stderr") absent("files that can be written");
    };
    const readAll = (file, options) => {
      if (file !== 0 && file !== "/dev/stdin" && file !== process.stdin.fd) {
        noFile(file);
      }
      const text = textOf(Buffer.from(left.splice(0))) + everything(host);
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
        writeSync: (file, text) => {
          writeTo(file, text);
          return Buffer.byteLength(`${text}`);
        },
        writeFileSync: writeTo,
        readSync: readSome,
        openSync: (file) => (file === "/dev/stdin" ? 0 : noFile(file)),
        closeSync: () => undefined,
        existsSync: () => false,
      },
      readline, "readline/promises": asking, assert, "assert/strict": assert,
      util: { inspect: kit.printing.inspect, format: kit.printing.format, isDeepStrictEqual: same, promisify: promised },
      events: Object.assign(Emitter, { EventEmitter: Emitter, once: happens }),
      os: { EOL: "\n", platform: () => "linux" },
      process, buffer: { Buffer }, perf_hooks: { performance: globalThis.performance },
      timers: { setTimeout, setInterval, clearTimeout, clearInterval },
      "timers/promises": { setTimeout: (wait, value) => new Promise((done) => setTimeout(done, wait, value)) },
      "prompt-sync": () => Object.assign((text) => ask(text), { hide: ask }),
      "readline-sync": { question: (text) => ask(text) ?? "", prompt: () => ask("> ") ?? "", questionInt: number, questionFloat: number },
    };
  };
  const promised = (action) => {
    if (typeof action !== "function") throw new TypeError('The "original" argument must be of type function');
    if (action[CUSTOM] !== undefined) return action[CUSTOM];
    return function (...given) {
      return new Promise((right, wrong) => apply(action, this, [...given, (error, value) => (error ? wrong(error) : right(value))]));
    };
  };
  hidden(promised, "custom", CUSTOM);

  // The next time that something happens, as a promise.
  const happens = (emitter, event) =>
    new Promise((right, wrong) => {
      const failed = (error) => {
        emitter.off(event, happened);
        wrong(error);
      };
      const happened = (...given) => {
        emitter.off("error", failed);
        right(given);
      };
      emitter.once(event, happened);
      if (event !== "error") emitter.once("error", failed);
    });

  class Exit {
    constructor(code) {
      this.code = code;
    }
  }

  let leaving = () => 0;

  const install = (host, seed) => {
    state = seed | 0;
    now = START + Math.abs(seed % 100000) * 3234567891;
    const standard = {
      write: (text, ...more) => {
        host.write(`${text}`);
        if (typeof more.at(-1) === "function") process.nextTick(more.at(-1));
        return true;
      },
      isTTY: false, columns: 80, fd: 1, on: () => standard, once: () => standard,
      end: (text) => {
        if (text !== undefined) host.write(`${text}`);
      },
    };
    const process = Object.assign(new Emitter(), {
      argv: ["node", "submission.js"], env: {}, platform: "linux", version: "v20.0.0", versions: { node: "20.0.0" },
      exitCode: undefined, pid: 1, title: "node", stdout: standard, stderr: { ...standard, write: () => true },
      stdin: standardInput(host),
      exit: (code) => {
        if (code !== undefined) process.exitCode = code;
        host.leave(leaving());
      },
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
    // Tells those that wait for the end of the program, once; the code it ends with.
    let listens = false;
    const on = process.on;
    hidden(process, "on", function (event, action) {
      listens ||= event === "exit";
      return apply(on, process, [event, action]);
    });
    leaving = (code = process.exitCode ?? 0) => {
      if (listens) {
        listens = false;
        process.emit("exit", code);
      }
      return (+(process.exitCode ?? code) | 0) & 255;
    };
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
      structuredClone: (value) => kit.reviving.revive(kit.values.parse(kit.values.write(value)), () => undefined),
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

  kit.world = {
    __proto__: null,
    OFFSET, Exit, install, forbid, framesOf, currentLine, ownEval, setPrototypeOf,
    loaded: kit.sources.loaded,
    seeded: (seed) => {
      state = seed | 0;
      now = START + Math.abs(seed % 100000) * 3234567891;
    },
    leaving: (code) => leaving(code),
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
