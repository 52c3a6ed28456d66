// Loads a program and calls its functions, as it is asked from outside. Start reading here for what happens in a run.
(function (kit) {
  "use strict";
  const { values, world } = kit;
  const { apply, construct, getOwnPropertyDescriptor } = Reflect;
  const { parse, quoted, plainProperty } = values;
  const fill = Float64Array.prototype.fill;
  const isError = Error.isError;
  const OwnError = Error;
  const Watched = Proxy;
  const next = (iterator) => apply(iterator.next, iterator, []);
  const MOST_YIELDED = 10000;
  const ROOM = 30;
  const NODES = 250000;
  const MOST_CHARACTERS = 2000000;
  const iteratorPrototype = Reflect.getPrototypeOf(Reflect.getPrototypeOf([][Symbol.iterator]()));
  const asyncIteratorPrototype = Reflect.getPrototypeOf(Reflect.getPrototypeOf((async function* () {}).prototype));
  const isPrototypeOf = Object.prototype.isPrototypeOf;

  let host;
  let job;
  let steps; // [how many are left]
  let counts;
  let names = { __proto__: null };
  let exported = {};
  let found; // the function that is called
  let objects = false; // is it asked about objects: a class, or one of its methods
  let calls = 0;
  let asked; // the arguments of the call that runs
  let further; // what the function that it gives is called with
  let before;
  let outcome; // of a promise: [is it right, value]
  let open = 0; // promises within the value, which are waited for
  let whole; // of a program that waits at its top: undefined as long as it does, null when it is through, or the problem

  const text = (value) => (typeof value === "string" ? value : "");

  const problemOf = (error) => {
    if (kit.tracing.ranOut(error)) return simple("step_limit", "");
    const frames = world.framesOf(error);
    const shown = [];
    for (let place = Math.max(0, frames.length - 20); place < frames.length; place++) shown[shown.length] = frames[place];
    let kind = "throw";
    let message = "";
    if (typeof error === "object" && error !== null && isError(error)) {
      kind = text(plainProperty(error, "name")) || values.className(error);
      message = text(plainProperty(error, "message"));
    } else {
      try {
        message = typeof error === "string" ? error : kit.printing.inspect(error);
      } catch {
        message = typeof error;
      }
    }
    if (kind === "ReferenceError") kit.lacking.noteUnknown(message, job.code);
    let reason = "crash";
    if (kind === "InternalError" && (message === "out of memory" || message === "string too long")) reason = "memory_limit";
    if (kind === "RangeError" && message === "invalid string length") reason = "memory_limit";
    if (kind === "RangeError" && message === "invalid array buffer length") reason = "memory_limit";
    if (kind === "RangeError" && message === "Maximum call stack size exceeded") reason = "recursion_limit";
    const line = frames.length ? frames[frames.length - 1][0] : null;
    let told = "";
    for (let place = 0; place < shown.length; place++) told += `${place ? "," : ""}[${shown[place][0]},${quoted(shown[place][1].slice(0, 200))}]`;
    return `{"reason":"${reason}","kind":${quoted(kind.slice(0, 200).toWellFormed())},"message":${quoted(message.slice(0, 1000).toWellFormed())},"line":${line},"frames":[${told}]}`;
  };
  const simple = (reason, message) =>
    `{"reason":"${reason}","kind":"","message":${quoted(message.toWellFormed())},"line":null,"frames":[]}`;

  // A name at the top of the program, or among what it exports.
  const named = (name) => {
    try {
      if (name in names) return names[name]();
    } catch {
      return undefined; // it has no value yet
    }
    const own = getOwnPropertyDescriptor(globalThis, name);
    if (own !== undefined && typeof own.value === "function" && !(name in given)) return own.value;
    const module = exported.exports;
    if (typeof module === "function") {
      const inner = plainProperty(module, name);
      return typeof inner === "function" ? inner : name === job.function ? module : undefined;
    }
    return typeof module === "object" && module !== null ? plainProperty(module, name) : undefined;
  };
  const given = { __proto__: null };
  for (const name of Object.getOwnPropertyNames(globalThis)) given[name] = true;

  // Is it a class, or a function that is called with `new`: one that puts parts on its `this` and returns nothing?
  const makes = (value) => {
    if (values.isClass(value)) return true;
    const shared = getOwnPropertyDescriptor(value, "prototype")?.value;
    if (typeof shared !== "object" || shared === null || !ordinary(value)) return false;
    return Reflect.ownKeys(shared).length > 1 || kit.objects.keeps(job.function);
  };
  const ordinary = (value) => values.className(value) === "Function";

  // A function by its name; a method as `Class.method`, which is called on its first argument.
  const lookedUp = (path) => {
    const dot = path.indexOf(".");
    if (dot < 0) {
      const value = named(path);
      if (typeof value !== "function") return undefined;
      objects = makes(value);
      return objects ? (...rest) => construct(value, rest) : value;
    }
    objects = true;
    const owner = named(path.slice(0, dot));
    if (typeof owner !== "function") return undefined;
    const method = path.slice(dot + 1);
    const shared = plainProperty(owner, "prototype");
    const value = shared === undefined || shared === null ? undefined : plainProperty(shared, method);
    if (typeof value === "function") return (self, ...rest) => apply(value, self, rest);
    const own = plainProperty(owner, method);
    return typeof own === "function" ? (...rest) => apply(own, owner, rest) : undefined;
  };

  const begin = (limit) => {
    steps[0] = limit;
    kit.watching.begin();
    kit.lacking.begin();
    values.forget();
    apply(fill, counts, [0]);
    world.seeded(job.seed * (1 + calls));
  };

  // Counters of which each is told at once when it first moves.
  const telling = (counters) =>
    new Watched(counters, {
      __proto__: null,
      get: (target, place) => target[place],
      set: (target, place, value) => {
        if (target[place] === 0) host.ran(+place);
        target[place] = value;
        return true;
      },
    });

  const counted = () => {
    let told = "";
    for (let place = 0; place < counts.length; place++) {
      if (counts[place] > 0) told += `${told === "" ? "" : ","}[${place},${counts[place]}]`;
    }
    return told;
  };

  const written = (value) => {
    const largest = job.largest ?? NODES;
    return largest >= NODES && !objects
      ? values.write(value)
      : values.write(value, Math.min(largest, NODES), Math.min(ROOM * largest, MOST_CHARACTERS), objects);
  };

  // The list of what an iterator yields, if the job asks for that; a promise of it where it yields promises.
  const drained = (value) => {
    if (!job.drain || typeof value !== "object" || value === null) return value;
    if (apply(isPrototypeOf, asyncIteratorPrototype, [value])) return drainedLater(value);
    const own = typeof plainProperty(value, "next") === "function" && typeof plainProperty(value, Symbol.iterator) === "function";
    if (!own && !apply(isPrototypeOf, iteratorPrototype, [value])) return value;
    const all = [];
    while (all.length < MOST_YIELDED) {
      const one = next(value);
      if (one.done) break;
      Reflect.defineProperty(all, all.length, { __proto__: null, value: one.value, writable: true, enumerable: true, configurable: true });
    }
    return all;
  };

  const drainedLater = async (iterator) => {
    const all = [];
    while (all.length < MOST_YIELDED) {
      const one = await next(iterator);
      if (one.done) break;
      put(all, one.value);
    }
    return all;
  };

  // What is said of a call that gave a value, or a problem; "pending" where there are promises in what it gave, and it is
  // not said at `last` what there is.
  const told = (value, problem, last = false) => {
    const used = job.steps - steps[0];
    let answer = `{"steps":${Math.max(0, used)}`;
    if (job.report.ticks) answer += `,"counts":[${counted()}]${kit.watching.told()}`;
    try {
      if (problem === undefined) answer += `,"value":${written(kit.reviving.observed(value, asked))}`;
      if (job.report.arguments) {
        const all = [];
        for (let place = 0; place < asked.length; place++) put(all, asked[place]);
        if (problem === undefined && job.report.result) put(all, value);
        answer += `,"arguments":${written(all)}`;
      }
      if (job.report.kept) answer += `,"kept":[${changedNames()}],"changed":${values.write(asked) !== before}`;
    } catch (error) {
      problem = error instanceof values.TooLarge ? simple("unserialisable", error.message) : problemOf(error);
    }
    const within = values.await(() => (open -= 1));
    if (within > 0 && problem === undefined && !last) {
      open = within;
      return "pending";
    }
    if (problem !== undefined) answer += `,"problem":${problem}`;
    return `${answer}${lacked()}}`;
  };
  // What a call gave, or the promise of it.
  const arrived = (value) => {
    const all = drained(value);
    outcome = undefined;
    if (!values.isPromise(all)) {
      outcome = [true, all];
      return told(all);
    }
    values.then(all, (right) => (outcome = [true, right]), (wrong) => (outcome = [false, wrong]));
    return "pending";
  };
  const lacked = () => (kit.lacking.told() === "" ? "" : `,"lacked":${quoted(kit.lacking.told().toWellFormed())}`);
  const put = (list, value) =>
    Reflect.defineProperty(list, list.length, { __proto__: null, value, writable: true, enumerable: true, configurable: true });

  // What the program keeps: the names at its top whose values are others now than after loading.
  const lasting = {}; // what is handed over at every call of a program that is driven
  let kept = { __proto__: null };
  const state = (name) => {
    try {
      return values.write(names[name](), 20000, 200000);
    } catch {
      return undefined;
    }
  };
  const changedNames = () => {
    let told = "";
    for (const name in names) {
      const now = state(name);
      if (now === undefined || now !== kept[name]) told += `${told === "" ? "" : ","}${quoted(name)}`;
    }
    return told;
  };

  kit.running = {
    __proto__: null,
    start: (given, outside) => {
      job = parse(given);
      job.waits = /^[^{]*\{ return \(async /.test(job.code);
      job.module = /^[^{]*\{ return \(function \([^)]*\) \{"use strict";/.test(job.code); // whose `this` is nothing
      host = {
        __proto__: null, readLine: outside.readLine, leave: outside.leave, stop: outside.stop, overslept: outside.overslept,
        ran: outside.ran, write: (text) => outside.write(kit.flat(text)), prompt: (text) => outside.prompt(kit.flat(text)),
        refuse: (name) => outside.refuse(kit.flat(name)),
      };
      steps = new Float64Array(1);
      counts = new Float64Array(job.counters);
      steps[0] = job.steps;
      job.report = Object.fromEntries(job.report.map((name) => [name, true]));
      const modules = new Set(job.forbidden.filter((name) => name.endsWith(".*")).map((name) => name.slice(0, -2)));
      host.forbids = (name) => modules.has(name);
      const require = world.install(host, job.seed);
      world.forbid(job.forbidden, host.refuse);
      kit.require = require;
      if (job.shapes) kit.tracing.install();
      return "";
    },
    // Another program in the place of the one before.
    swap: (code, counters) => {
      job.code = code;
      job.waits = /^[^{]*\{ return \(async /.test(code);
      counts = new Float64Array(counters);
      names = { __proto__: null };
      return "";
    },
    // Runs the program as a module does; null, or the problem.
    load: () => {
      exported = { exports: {} };
      steps[0] = job.steps;
      try {
        const main = world.ownEval(job.code);
        const own = {
          __proto__: null,
          own: (found, kept) => {
            names = found;
            kit.objects.tell(kept, job.function.slice(0, Math.max(0, job.function.indexOf("."))) || job.function);
          },
        };
        const lenient = job.shapes || job.trying; // who runs out of steps may be asked again
        const stop = lenient ? kit.tracing.stopper(() => (steps[0] = job.steps), host.stop) : host.stop;
        const module = main(steps, stop, job.report["so far"] ? telling(counts) : counts, own.own, kit.objects.seen, job.shapes ? kit.tracing.hooks : kit.watching.hooks);
        world.loaded(job.code, module);
        whole = null;
        const value = apply(module, job.waits || job.module ? undefined : exported.exports, [exported.exports, kit.require, exported, "/tmp/submission.js", "/tmp"]);
        if (job.waits) {
          whole = undefined;
          values.then(value, () => (whole = null), (error) => (whole = problemOf(error)));
        }
      } catch (error) {
        return problemOf(error);
      }
      return "null";
    },
    // Finds the function; null, or the problem.
    find: () => {
      found = lookedUp(job.function);
      kit.lacking.loaded();
      if (job.report.kept) for (const name in names) kept[name] = state(name);
      return found === undefined ? simple("missing_function", job.function) : "null";
    },
    // Calls it; what came of it, or "pending".
    call: (given) => {
      try {
        asked = kit.reviving.revive(parse(given), named);
        further = kit.reviving.Calls.in(asked);
        if (job.keeps) put(asked, lasting);
        before = job.report.kept ? values.write(asked) : undefined;
      } catch (error) {
        return `{"problem":${simple("type_error", error instanceof kit.reviving.Missing ? error.message : "it cannot be called with this")}}`;
      }
      if (job.trying) kit.tracing.begin();
      begin(job.steps);
      calls += 1;
      open = 0;
      try {
        const made = (given) => apply(kit.forbidding.asked(found), undefined, given);
        return arrived(kit.reviving.answers(made(asked), further, made));
      } catch (error) {
        return told(undefined, problemOf(error));
      }
    },
    // The same with arguments that carry terms: see `symbolic/tracing.js`. "pending", or what the run was.
    trace: (given) => {
      kit.tracing.begin();
      begin(job.steps);
      outcome = undefined;
      try {
        const value = kit.tracing.called(found, job, parse(given), named);
        if (!values.isPromise(value)) return kit.tracing.told(kit.tracing.value(drained(value)), counted());
        values.then(value, (right) => (outcome = [true, right]), (wrong) => (outcome = [false, wrong]));
        return "pending";
      } catch (error) {
        return kit.tracing.told(kit.tracing.raised(error), counted());
      }
    },
    traced: () => {
      const { 0: right, 1: value } = outcome ?? [false, new OwnError("its promise is never settled")];
      return kit.tracing.told(right ? kit.tracing.value(value) : kit.tracing.raised(value), counted());
    },
    // What came of a promise; "pending" where it is still open.
    settled: () => {
      if (outcome === undefined || open > 0) return "pending";
      const { 0: right, 1: value } = outcome;
      if (!right) return told(undefined, problemOf(value));
      try {
        return arrived(value);
      } catch (error) {
        return told(undefined, problemOf(error));
      }
    },
    // Nothing is left to wait for. A promise within the value that is still open is what the value has there.
    unsettled: () =>
      outcome === undefined ? told(undefined, problemOf(new OwnError("its promise is never settled"))) : told(outcome[1], undefined, true),
    stuck: () => problemOf(new OwnError("the `await` at the top never ends")),
    turn: () => {
      try {
        return world.turn(host) ? "more" : "";
      } catch (error) {
        if (outcome === undefined) outcome = [false, error];
        return problemOf(error);
      }
    },
    forget: () => {
      world.forget();
      return "";
    },
    // What became of a program that waits at its top: null, the problem, or "pending".
    top: () => (whole === undefined ? "pending" : (whole ?? "null")),
    // What is left to do at the end; the code the program ends with, or the problem. As in Node, 13 says that the top
    // waits for what never comes.
    leave: () => {
      try {
        return `${world.leaving(whole === undefined ? 13 : undefined)}`;
      } catch (error) {
        return problemOf(error);
      }
    },
    line: () => `${world.currentLine()}`,
    lacked: () => kit.lacking.told(),
    steps: () => `${Math.max(0, job.steps - steps[0])}`,
    counts: () => `[${counted()}]`,
  };
});
