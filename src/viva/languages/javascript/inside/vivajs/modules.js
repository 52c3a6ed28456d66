// The modules that a program may require: those of Node that work on text, and two packages as courses use them.
(function (kit) {
  "use strict";
  const { apply } = Reflect;
  const OwnError = Error;
  const { hidden } = kit.sources;
  const { bytesOf, textOf, Buffer } = kit.buffers;
  const { absent, completed, PARTS } = kit.lacking;
  const { CUSTOM, Emitter, Interface, Asking, nextLine, everything } = kit.reading;

  const modulesOf = (host, process) => {
    const noFile = (name, file) => absent(`${name}(${typeof file === "string" ? JSON.stringify(file) : file})`, { code: "ENOENT" });
    const left = []; // bytes of a line of which not all were read
    const readSome = (file, buffer, from, size) => {
      if (file !== 0) noFile("readSync", file);
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
      else if (file !== 2 && file !== "/dev/stderr") noFile("writeFileSync", file);
    };
    const readAll = (file, options) => {
      if (file !== 0 && file !== "/dev/stdin" && file !== process.stdin.fd) {
        noFile("readFileSync", file);
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
          kit.forbidding.asked(action)();
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
    const modules = {
      fs: {
        readFileSync: readAll,
        writeSync: (file, text) => {
          writeTo(file, text);
          return Buffer.byteLength(`${text}`);
        },
        writeFileSync: writeTo,
        readSync: readSome,
        openSync: (file) => (file === "/dev/stdin" ? 0 : noFile("openSync", file)),
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
    for (const name in PARTS) if (name in modules) completed(modules[name], name, PARTS[name]);
    return modules;
  };
  const promised = (action) => {
    if (typeof action !== "function") throw new TypeError('The "original" argument must be of type function');
    if (action[CUSTOM] !== undefined) return action[CUSTOM];
    return function (...given) {
      return new Promise((right, wrong) => apply(kit.forbidding.asked(action), this, [...given, (error, value) => (error ? wrong(error) : right(value))]));
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

  kit.modulesOf = modulesOf;
});
