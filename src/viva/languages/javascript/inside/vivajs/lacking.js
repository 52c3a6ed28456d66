// What programs know from Node and from browsers, and Viva does not have. Who asks for it gets an error that says so. What
// a program does after that says nothing about it, so each run says with its answer for what it asked in vain.
(function (kit) {
  "use strict";
  const OwnError = Error;
  const OwnProxy = Proxy;
  const { assign } = Object;
  const { apply, get: getPlain } = Reflect;
  const { exec } = RegExp.prototype;
  const { slice } = String.prototype;
  const { hidden } = kit.sources;
  const MOST = 80;

  let asked = "";
  let whileLoading = "";
  const note = (name) => {
    if (asked === "") asked = apply(slice, `${name}`, [0, MOST]);
  };
  const absent = (name, details = {}) => {
    note(name);
    throw assign(new OwnError(`Viva does not have ${name}`), details);
  };

  // Looks as if it was there, until it is used.
  const standIn = (name, target = function () {}) =>
    new OwnProxy(target, {
      __proto__: null,
      apply: () => absent(name),
      construct: () => absent(name),
      get: (of, part) => (typeof part !== "string" || part in of ? getPlain(of, part) : absent(`${name}.${part}`)),
      set: (_, part) => absent(`${name}.${typeof part === "string" ? part : ""}`),
    });
  const words = (text) => text.split(/\s+/);
  // Gives an object what of it is not there.
  const completed = (object, name, parts) => {
    for (const part of words(parts)) {
      if (!(part in object)) hidden(object, part, standIn(`${name}.${part}`));
    }
    return object;
  };

  const GLOBALS = `URL URLSearchParams AbortController AbortSignal Event EventTarget TextEncoder TextDecoder TransformStream
    WritableStream ReadableStream TextEncoderStream TextDecoderStream CompressionStream DecompressionStream BroadcastChannel
    MessageChannel MessagePort MessageEvent Blob File PerformanceObserver fetch FormData Headers Request Response CustomEvent
    WebSocket`;
  for (const name of words(GLOBALS)) hidden(globalThis, name, standIn(name));
  for (const name of ["crypto", "WebAssembly"]) hidden(globalThis, name, standIn(name, {}));

  // Names that Node does not know either, but browsers and other engines do. `window` is also a good name for a variable.
  const MISSING = /^([\w$]+) is not defined$/;
  const MODULE = /^could not load module '(.*)'$/;
  const ELSEWHERE = /^(?:document|localStorage|sessionStorage|XMLHttpRequest|confirm|Deno|Bun)$/;
  const OF_WINDOW = /\bwindow\s*\.\s*(?:prompt|alert|confirm|document|localStorage|fetch|location|console|addEventListener)\b/;
  const noteUnknown = (message, code) => {
    const module = apply(exec, MODULE, [message]);
    if (module !== null) note(`import("${module[1]}")`);
    const found = apply(exec, MISSING, [message]);
    if (found === null) return;
    const name = found[1];
    if (apply(exec, ELSEWHERE, [name]) || (name === "window" && apply(exec, OF_WINDOW, [code]))) note(name);
  };

  kit.lacking = {
    __proto__: null,
    absent, completed, noteUnknown, standIn,
    // What the last call asked for, or the program while it was loaded.
    told: () => asked,
    loaded: () => (whileLoading = asked),
    begin: () => (asked = whileLoading),
    PARTS: {
      __proto__: null,
      fs: `appendFile appendFileSync access accessSync chown chownSync chmod chmodSync close copyFile copyFileSync cp cpSync
        createReadStream createWriteStream exists fstat fstatSync fsync fsyncSync ftruncate link linkSync lstat lstatSync mkdir
        mkdirSync mkdtemp mkdtempSync open readdir readdirSync read readv readvSync readFile readlink readlinkSync realpath
        realpathSync rename renameSync rm rmSync rmdir rmdirSync stat statfs statSync symlink symlinkSync truncate truncateSync
        unlink unlinkSync utimes utimesSync watch watchFile writeFile write writev writevSync opendir opendirSync constants
        promises`,
      os: `arch availableParallelism cpus endianness freemem getPriority homedir hostname loadavg networkInterfaces release
        tmpdir totalmem type userInfo uptime version machine constants devNull`,
      util: `callbackify debug debuglog deprecate styleText formatWithOptions inherits isArray isBoolean isNull
        isNullOrUndefined isNumber isString isUndefined isRegExp isObject isDate isError isFunction isPrimitive
        stripVTControlCharacters toUSVString aborted types parseArgs TextDecoder TextEncoder`,
      readline: "clearScreenDown emitKeypressEvents",
      events: "on getEventListeners setMaxListeners listenerCount",
      perf_hooks: "PerformanceObserver monitorEventLoopDelay createHistogram constants",
      timers: "setImmediate clearImmediate promises",
      "timers/promises": "setImmediate setInterval scheduler",
      assert: `fail AssertionError notEqual notDeepEqual notDeepStrictEqual rejects doesNotThrow doesNotReject ifError match
        doesNotMatch`,
      process: `release moduleLoadList config getActiveResourcesInfo loadEnvFile cpuUsage resourceUsage constrainedMemory
        availableMemory kill abort chdir umask getuid geteuid getgid getegid getgroups openStdin features report execPath
        debugPort argv0 binding dlopen`,
      "process.stdout": "cork uncork cursorTo moveCursor clearLine clearScreenDown getWindowSize destroy pipe",
      "process.stdin": "pipe unshift isPaused setRawMode iterator destroy toArray map filter forEach reduce",
      Buffer: "copyBytesFrom of allocUnsafeSlow compare isEncoding",
      "Buffer.prototype": `readUInt8 readInt8 readUInt16LE readUInt16BE readInt16LE readInt16BE readUInt32LE readUInt32BE
        readInt32LE readInt32BE readFloatLE readFloatBE readDoubleLE readDoubleBE readBigInt64LE readBigUInt64LE writeUInt8
        writeInt8 writeUInt16LE writeUInt16BE writeInt16LE writeInt16BE writeUInt32LE writeUInt32BE writeInt32LE writeInt32BE
        writeFloatLE writeFloatBE writeDoubleLE writeDoubleBE copy inspect compare write toJSON swap16 swap32 swap64`,
      console: "timeStamp Console profile profileEnd context createTask dirxml",
      Intl: `DateTimeFormat PluralRules RelativeTimeFormat ListFormat Locale DisplayNames Segmenter getCanonicalLocales
        supportedValuesOf DurationFormat`,
    },
  };
});
