// What a program finds around it: a console, clocks, chance, modules.
//
// Time passes only where a program waits for it, chance is seeded, and both are the same for the same seed.
(function (kit) {
  "use strict";
  const { apply, construct, getOwnPropertyDescriptor, ownKeys, setPrototypeOf } = Reflect;
  const define = Reflect.defineProperty;
  const OwnDate = Date;
  const ownEval = globalThis.eval;
  const imul = Math.imul;
  const then = Promise.prototype.then;
  const resolved = Promise.resolve.bind(Promise);
  const OwnFunction = Function;
  const MOST_SLEEP = 60000;
  const START = OwnDate.UTC(2024, 0, 1, 12);

  const { OFFSET, framesOf, currentLine, sourceText, hidden } = kit.sources;
  const { compare, spoken, Intl, dateText, timeText, momentText } = kit.english;
  const { Buffer } = kit.buffers;
  const { consoleOf, modulesOf, reading } = kit;
  const { Emitter, nextLine, standardInput } = reading;
  const { asked, forbid } = kit.forbidding;
  const { absent, completed, PARTS } = kit.lacking;

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
    apply(asked(next.action), undefined, next.given);
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
        apply(then, resolved(), [() => apply(asked(action), undefined, given)]);
      },
      emitWarning: () => undefined,
    });
    completed(process, "process", PARTS.process);
    completed(standard, "process.stdout", PARTS["process.stdout"]);
    completed(process.stdin, "process.stdin", PARTS["process.stdin"]);
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
      Date: clock(), Intl, global: globalThis,
    };
    for (const name of Object.keys(world)) hidden(globalThis, name, world[name]);
    hidden(OwnFunction.prototype, "toString", sourceText);
    hidden(Math, "random", { random }.random);
    hidden(globalThis.performance, "now", { now: () => now - START }.now);
    hidden(String.prototype, "localeCompare", {
      localeCompare(other, locale, options) {
        return compare(String(this), String(other), options, locale);
      },
    }.localeCompare);
    hidden(Number.prototype, "toLocaleString", {
      toLocaleString(locale, options) {
        return spoken(Number(this), options, locale);
      },
    }.toLocaleString);
    hidden(OwnDate.prototype, "toLocaleDateString", { toLocaleDateString(locale, options) { return dateText(this, locale, options); } }.toLocaleDateString);
    hidden(OwnDate.prototype, "toLocaleTimeString", { toLocaleTimeString(locale, options) { return timeText(this, locale, options); } }.toLocaleTimeString);
    hidden(OwnDate.prototype, "toLocaleString", { toLocaleString(locale, options) { return momentText(this, locale, options); } }.toLocaleString);
    const modules = modulesOf(host, process);
    return (name) => {
      const plain = `${name}`.replace(/^node:/, "");
      if (host.forbids(plain)) host.refuse(plain);
      if (Object.hasOwn(modules, plain)) return modules[plain];
      return absent(`require(${JSON.stringify(`${name}`)})`, { code: "MODULE_NOT_FOUND" });
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
      const reader = reading.next();
      if (timers.length && !(reader && waitsOnlyForRounds())) return fire(host);
      if (!reader) return fire(host);
      for (const timer of timers) timer.fired = false;
      reader(nextLine(host, reader.asks !== true));
      return true;
    },
    forget: () => {
      timers = [];
      slept = 0;
      reading.forget();
    },
  };
});
