// The source of a program as it was written: the lines on the way to an error, and the texts of its functions.
(function (kit) {
  "use strict";
  const { apply, getOwnPropertyDescriptor } = Reflect;
  const define = Reflect.defineProperty;
  const OwnError = Error;
  const OwnMap = Map;
  const OwnFunction = Function;
  const OFFSET = 10000; // lines before the first of a program, so that no line of ours is taken for one of its own
  const OWN = 1000000; // lines before the first of ours, which are far away from all lines that programs have
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
      if (parts !== null && +parts[2] > OFFSET && +parts[2] <= OWN) {
        const name = parts[1] === "<anonymous>" || parts[1] === "" ? "" : parts[1];
        hidden(found, found.length, [+parts[2] - OFFSET, name]);
      }
    }
    const turned = [];
    for (let place = found.length - 1; place >= 0; place--) hidden(turned, turned.length, found[place]);
    return turned;
  };
  // Is the function that asks called by ours, and not by the program? The frames of this one and of that one come first;
  // those of what the language has itself have no lines. `new Map([…])` is no `set` of the program.
  const FILLING = /^ *at (?:Weak)?(?:Map|Set) \(native\)$/;
  const calledByOurs = () => {
    const lines = apply(split, apply(slice, stackOf(new OwnError()) ?? "", [0, 20000]), ["\n"]);
    for (let place = 2; place < lines.length; place++) {
      if (place === 2 && apply(match, FILLING, [lines[place]]) !== null) return true;
      const parts = apply(match, FRAME, [lines[place]]);
      if (parts !== null) return +parts[2] > OWN;
    }
    return false;
  };
  const currentLine = () => {
    const frames = framesOf(new OwnError());
    return frames.length ? frames[frames.length - 1][0] : null;
  };

  // The text of functions is the one they were written with: a program does not see its hooks.
  const ownText = OwnFunction.prototype.toString;
  const parseJson = JSON.parse;
  const [mapGet, mapSet] = [Map.prototype.get, Map.prototype.set];
  const originals = new WeakMap(); // by stand-ins, what they stand for: they look like it
  const { get: weakGet, set: weakSet } = WeakMap.prototype;
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
      let action = this === sourceText ? ownText : this;
      for (let other = action; other !== undefined; other = apply(weakGet, originals, [action])) action = other;
      const shown = apply(ownText, action, []);
      if (main === undefined) return shown;
      sources ??= sourcesOf();
      return apply(mapGet, sources, [shown]) ?? shown;
    },
  };

  kit.sources = {
    __proto__: null,
    OFFSET, calledByOurs, framesOf, currentLine, sourceText, hidden,
    // What a function looks like that stands for another.
    standsFor: (standIn, action) => apply(weakSet, originals, [standIn, action]),
    // The program that functions are of, and the function that it is as a whole.
    loaded: (text, whole) => {
      [code, main] = [text, whole];
    },
  };
});
