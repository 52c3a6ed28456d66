// Who waits for input, and how: events, `readline`, the standard input.
(function (kit) {
  "use strict";
  const { apply } = Reflect;
  const OwnError = Error;
  const { hidden } = kit.sources;
  const { Buffer } = kit.buffers;
  const { absent } = kit.lacking;

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
      for (const one of all) apply(kit.forbidding.asked(one.action), this, given);
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
      absent("rl.write");
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
        if (encoding !== undefined && !/^utf-?8$/i.test(encoding)) absent(`setEncoding(${JSON.stringify(encoding)})`);
        asText = true;
        return found;
      },
      read: (size) => {
        if (size !== undefined) absent("process.stdin.read(size)");
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

  kit.reading = {
    __proto__: null,
    CUSTOM, Emitter, Interface, Asking, standardInput, nextLine, everything,
    // Who is asked next; undefined where nobody waits.
    next: () => readers[readers.length - 1],
    forget: () => {
      readers = [];
      ended = false;
    },
  };
});
