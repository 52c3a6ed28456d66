// What `console.log` shows: the text that Node makes of a value (`util.inspect` and `util.format` with their defaults).
(function (kit) {
  "use strict";
  const { className, plainProperty } = kit.values;
  const WIDTH = 80;
  const DEPTH = 2;
  const MOST = 100;
  const COMPACT = 3;
  const PLAIN_KEY = /^[a-zA-Z_][a-zA-Z_0-9]*$/;
  const ESCAPES = { "\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r", "\\": "\\\\", "\v": "\\x0B" };

  const escaped = (text) => {
    const quote = !text.includes("'") ? "'" : !text.includes('"') ? '"' : !text.includes("`") && !text.includes("${") ? "`" : "'";
    let found = quote;
    for (const letter of text) {
      const code = letter.codePointAt(0);
      if (letter in ESCAPES) found += ESCAPES[letter];
      else if (letter === quote) found += `\\${letter}`;
      else if (code < 32 || (code > 126 && code < 160)) found += `\\x${code.toString(16).toUpperCase().padStart(2, "0")}`;
      else if (code >= 0xd800 && code <= 0xdfff) found += `\\u${code.toString(16).toUpperCase()}`;
      else found += letter;
    }
    return found + quote;
  };

  const number = (value) => (Object.is(value, -0) ? "-0" : `${value}`);

  class Inspector {
    constructor(depth = DEPTH) {
      this.depth = depth;
      this.seen = [];
      this.indentation = 0;
      this.currentDepth = 0;
      this.circular = undefined;
    }

    value(value, level, typed = false) {
      switch (typeof value) {
        case "string":
          return this.text(value, typed);
        case "number":
          return number(value);
        case "bigint":
          return `${value}n`;
        case "symbol":
          return Symbol.prototype.toString.call(value);
        case "undefined":
        case "boolean":
          return `${value}`;
      }
      if (value === null) return "null";
      if (this.seen.includes(value)) {
        this.circular ??= new Map();
        if (!this.circular.has(value)) this.circular.set(value, this.circular.size + 1);
        return `[Circular *${this.circular.get(value)}]`;
      }
      return this.object(value, level);
    }

    text(value, typed) {
      if (!typed && value.length > 16 && value.length > WIDTH - this.indentation - 4) {
        const parts = value.split(/(?<=\n)/);
        return parts.map(escaped).join(` +\n${" ".repeat(this.indentation + 2)}`);
      }
      return escaped(value);
    }

    object(value, level) {
      const name = Object.getPrototypeOf(value) === null ? null : nameOf(value);
      const tag = value[Symbol.toStringTag];
      const tagged = typeof tag === "string" && tag !== "" && tag !== name ? ` [${tag}]` : "";
      const prefix = (fallback, size) => {
        const count = size === undefined ? "" : `(${size})`;
        return name === null ? `[${fallback}${count}: null prototype]${tagged} ` : `${name}${count}${tagged} `;
      };
      let keys = Object.keys(value);
      const symbols = Object.getOwnPropertySymbols(value).filter((one) => Object.prototype.propertyIsEnumerable.call(value, one));
      let base = "";
      let braces = ["{", "}"];
      let entries = (_inner) => [];
      let isList = false;
      if (Array.isArray(value)) {
        keys = keys.filter((key) => !isIndex(key));
        braces = [`${name !== "Array" || tagged ? prefix("Array", value.length) : ""}[`, "]"];
        if (value.length === 0 && keys.length + symbols.length === 0) return `${braces[0]}]`;
        isList = true;
        entries = (inner) => this.items(value, inner);
      } else if (value instanceof Set) {
        const size = value.size;
        braces = [`${prefix("Set", size)}{`, "}"];
        if (size === 0 && keys.length + symbols.length === 0) return `${braces[0]}}`;
        entries = (inner) => this.cut([...value], (item) => this.value(item, inner));
      } else if (value instanceof Map) {
        const size = value.size;
        braces = [`${prefix("Map", size)}{`, "}"];
        if (size === 0 && keys.length + symbols.length === 0) return `${braces[0]}}`;
        entries = (inner) => this.cut([...value], ([key, item]) => `${this.value(key, inner)} => ${this.value(item, inner)}`);
      } else if (ArrayBuffer.isView(value) && !(value instanceof DataView)) {
        keys = keys.filter((key) => !isIndex(key));
        braces = [`${prefix("TypedArray", value.length)}[`, "]"];
        if (value.length === 0 && keys.length === 0) return `${braces[0]}]`;
        isList = true;
        entries = (inner) => this.items(value, inner);
      } else if (typeof value === "function") {
        base = functionText(value, name);
        if (keys.length + symbols.length === 0) return base;
      } else if (value instanceof RegExp) {
        base = RegExp.prototype.toString.call(value);
        if (keys.length + symbols.length === 0) return base;
      } else if (value instanceof Date) {
        base = Number.isNaN(value.getTime()) ? "Invalid Date" : value.toISOString();
        if (keys.length + symbols.length === 0) return base;
      } else if (Error.isError ? Error.isError(value) : value instanceof Error) {
        base = errorText(value, name, keys);
        keys = keys.filter((key) => key !== "message" && key !== "name" && key !== "stack");
        if (keys.length + symbols.length === 0) return base;
      } else if (boxed(value) !== undefined) {
        const [kind, inner] = boxed(value);
        base = `[${kind}: ${typeof inner === "string" ? escaped(inner) : this.value(inner, level)}]`;
        if (kind === "String") keys = keys.filter((key) => !isIndex(key));
        if (keys.length + symbols.length === 0) return base;
      } else if (value instanceof Promise) {
        braces[0] = `${prefix("Promise")}{`;
        entries = () => ["<pending>"];
      } else if (value instanceof WeakMap || value instanceof WeakSet) {
        return `${prefix(name)}{ <items unknown> }`;
      } else if (isArguments(value)) {
        braces[0] = "[Arguments] {";
        if (keys.length + symbols.length === 0) return "[Arguments] {}";
      } else {
        if (name !== "Object" || tagged) braces[0] = `${prefix("Object")}{`;
        if (keys.length + symbols.length === 0) return `${braces[0]}}`;
      }
      if (level > this.depth) {
        const shown = name === null ? "Object: null prototype" : Array.isArray(value) ? "Array" : `${name}${tagged}`;
        return `[${shown}]`;
      }
      level += 1;
      this.seen.push(value);
      this.currentDepth = level;
      const output = entries(level);
      for (const key of [...keys, ...symbols]) output.push(this.property(value, key, level));
      this.seen.pop();
      if (this.circular?.has(value)) {
        const mark = `<ref *${this.circular.get(value)}>`;
        if (base === "") braces[0] = `${mark} ${braces[0]}`;
        else base = `${mark} ${base}`;
      }
      return this.joined(output, base, braces, isList, level, value);
    }

    indented(write) {
      this.indentation += 2;
      const found = write();
      this.indentation -= 2;
      return found;
    }

    // The first ones of many.
    cut(all, write) {
      const found = all.slice(0, MOST).map((one) => this.indented(() => write(one)));
      const left = all.length - found.length;
      return left > 0 ? [...found, `... ${left} more item${left > 1 ? "s" : ""}`] : found;
    }

    items(list, level) {
      const found = [];
      const most = Math.min(MOST, list.length);
      let shown = 0;
      let place = 0;
      for (; place < list.length && shown < most; shown++) {
        if (!Object.prototype.hasOwnProperty.call(list, place)) {
          let end = place;
          while (end < list.length && !Object.prototype.hasOwnProperty.call(list, end)) end++;
          found.push(`<${end - place} empty item${end - place > 1 ? "s" : ""}>`);
          place = end;
        } else {
          found.push(this.indented(() => this.value(list[place], level)));
          place++;
        }
      }
      const left = list.length - place;
      if (left > 0) found.push(`... ${left} more item${left > 1 ? "s" : ""}`);
      return found;
    }

    property(value, key, level) {
      const found = Object.getOwnPropertyDescriptor(value, key) ?? { value: value[key], enumerable: true };
      let text;
      if (found.get !== undefined) text = found.set !== undefined ? "[Getter/Setter]" : "[Getter]";
      else if (found.set !== undefined) text = "[Setter]";
      else text = this.indented(() => this.value(found.value, level));
      const name = typeof key === "symbol" ? `[${Symbol.prototype.toString.call(key)}]` : key === "__proto__" ? "['__proto__']" : PLAIN_KEY.test(key) ? key : escaped(key);
      return `${name}: ${text}`;
    }

    joined(output, base, braces, isList, level, value) {
      const entries = output.length;
      if (isList && entries > 6) output = this.grouped(output, value);
      if (this.currentDepth - level < COMPACT && entries === output.length) {
        const start = output.length + this.indentation + braces[0].length + base.length + 10;
        if (fits(output, start, base)) {
          const text = output.join(", ");
          if (!text.includes("\n")) return `${base ? `${base} ` : ""}${braces[0]} ${text} ${braces[1]}`;
        }
      }
      const line = `\n${" ".repeat(this.indentation)}`;
      return `${base ? `${base} ` : ""}${braces[0]}${line}  ${output.join(`,${line}  `)}${line}${braces[1]}`;
    }

    // Many short entries in columns.
    grouped(output, value) {
      let total = 0;
      let longest = 0;
      let count = output.length;
      if (output.length > MOST) count--; // "more items" is no entry
      const lengths = [];
      for (let place = 0; place < count; place++) {
        const length = widthOf(output[place]);
        lengths.push(length);
        total += length + 2;
        longest = Math.max(longest, length);
      }
      const widest = longest + 2;
      if (widest * 3 + this.indentation >= WIDTH || !(total / widest > 5 || longest <= 6)) return output;
      const bias = Math.sqrt(widest - total / output.length);
      const biased = Math.max(widest - 3 - bias, 1);
      const columns = Math.min(
        Math.round(Math.sqrt(2.5 * biased * count) / biased), Math.floor((WIDTH - this.indentation) / widest), COMPACT * 4, 15,
      );
      if (columns <= 1) return output;
      const widths = [];
      for (let column = 0; column < columns; column++) {
        let width = 0;
        for (let place = column; place < count; place += columns) width = Math.max(width, lengths[place]);
        widths.push(width + 2);
      }
      let numeric = value !== undefined;
      for (let place = 0; numeric && place < output.length; place++) {
        numeric = typeof value[place] === "number" || typeof value[place] === "bigint";
      }
      const rows = [];
      for (let from = 0; from < count; from += columns) {
        const until = Math.min(from + columns, count);
        let row = "";
        let place = from;
        for (; place < until - 1; place++) {
          const cell = `${output[place]}, `;
          const width = widths[place - from] + output[place].length - lengths[place];
          row += numeric ? cell.padStart(width) : cell.padEnd(width);
        }
        row += numeric ? output[place].padStart(widths[place - from] - 2) : output[place];
        rows.push(row);
      }
      if (output.length > MOST) rows.push(output[count]);
      return rows;
    }
  }

  // How many columns of a terminal a text takes: some letters take two, and marks on letters take none.
  const NONE = /^[\0-\x1f\x7f-\x9f\u0300-\u036f\u200b-\u200f\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f\u{e0100}-\u{e01ef}]$/u;
  const TWO = /^[\u1100-\u115f\u2e80-\u303e\u3041-\u3247\u3250-\u4dbf\u4e00-\ua4c6\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6b\uff01-\uff60\uffe0-\uffe6\u{1b000}-\u{1b001}\u{1f200}-\u{1f251}\u{1f300}-\u{1f64f}\u{1f680}-\u{1f6c5}\u{1f900}-\u{1f9ff}\u{20000}-\u{3fffd}]$/u;
  const widthOf = (text) => {
    let width = 0;
    for (const letter of text.normalize("NFC")) width += TWO.test(letter) ? 2 : NONE.test(letter) ? 0 : 1;
    return width;
  };

  const fits = (output, start, base) => {
    let total = output.length + start;
    if (total + output.length > WIDTH) return false;
    for (const one of output) total += one.length;
    return total <= WIDTH && !base.includes("\n");
  };

  const isIndex = (key) => /^(0|[1-9][0-9]*)$/.test(key) && Number(key) < 2 ** 32 - 1;
  const isArguments = (value) => Object.prototype.toString.call(value) === "[object Arguments]" && value[Symbol.toStringTag] === undefined;
  const nameOf = (value) => {
    for (let at = value; at !== null; at = Object.getPrototypeOf(at)) {
      const found = Object.getOwnPropertyDescriptor(at, "constructor");
      if (found !== undefined && typeof found.value === "function" && found.value.name !== "") return String(found.value.name);
    }
    return className(value);
  };

  const boxed = (value) => {
    for (const kind of [Number, String, Boolean, BigInt, Symbol]) {
      if (value instanceof kind) return [kind.name, kind.prototype.valueOf.call(value)];
    }
    return undefined;
  };

  const functionText = (value, name) => {
    const source = Function.prototype.toString.call(value);
    const own = plainProperty(value, "name");
    const called = typeof own === "string" && own !== "" ? own : "";
    if (source.startsWith("class") && source.endsWith("}")) {
      const parent = Object.getPrototypeOf(value);
      const above = typeof parent === "function" && parent.name ? ` extends ${parent.name}` : "";
      return `[class ${called || "(anonymous)"}${above}]`;
    }
    const kind = name === null ? "Function" : nameOf(value);
    return called ? `[${kind}: ${called}]` : `[${kind} (anonymous)]`;
  };

  // Node shows where the error was made; the places of Viva's own machinery are of no use to anybody.
  const errorText = (value, name) => {
    const message = plainProperty(value, "message");
    const kind = plainProperty(value, "name");
    const shown = typeof kind === "string" ? kind : (name ?? "Error");
    const text = typeof message === "string" && message !== "" ? `${shown}: ${message}` : shown;
    return `${text}\n    at <anonymous>`;
  };

  const inspect = (value, options) => {
    const depth = options?.depth === null ? Infinity : (options?.depth ?? DEPTH);
    return new Inspector(depth).value(value, 0);
  };

  const SPECIFIER = /%[sdifjoOc%]/g;

  // `util.format`: specifiers of the first text, and the rest with blanks between.
  const format = (...given) => {
    let text = "";
    let next = 0;
    if (typeof given[0] === "string") {
      next = 1;
      if (given.length === 1) return given[0];
      text = given[0].replace(SPECIFIER, (found) => {
        if (found === "%%") return "%";
        if (next >= given.length) return found;
        const value = given[next++];
        switch (found) {
          case "%s":
            if (typeof value === "number") return number(value);
            if (typeof value === "bigint") return `${value}n`;
            if (typeof value === "object" && value !== null && !hasOwnText(value)) return new Inspector(0).value(value, 0);
            return String(value);
          case "%d":
            return typeof value === "bigint" ? `${value}n` : typeof value === "symbol" ? "NaN" : number(Number(value));
          case "%i":
            return typeof value === "bigint" ? `${value}n` : typeof value === "symbol" ? "NaN" : number(parseInt(value));
          case "%f":
            return typeof value === "symbol" ? "NaN" : number(parseFloat(value));
          case "%j":
            return JSON.stringify(value);
          case "%o":
            return new Inspector(4).value(value, 0);
          case "%O":
            return inspect(value);
        }
        return "";
      });
    }
    for (; next < given.length; next++) {
      const value = given[next];
      text += (next ? " " : "") + (typeof value === "string" ? value : inspect(value));
    }
    return text;
  };

  const hasOwnText = (value) => {
    const found = plainProperty(value, "toString");
    return typeof found === "function" && found !== Object.prototype.toString && found !== Error.prototype.toString && !Array.isArray(value) && !(value instanceof Date);
  };

  kit.printing = { inspect, format, widthOf };
});
