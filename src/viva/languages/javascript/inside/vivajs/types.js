// Types: those of JSDoc and TypeScript, as nested lists that are the same for every language.
(function (kit) {
  "use strict";
  const OBJECT = ["dict", ["str"], ["int"]]; // as long as nobody says what is in it
  const ARRAY = ["list", ["int"]];
  const SIMPLE = {
    __proto__: null,
    number: ["int"], int: ["int"], integer: ["int"], float: ["float"], double: ["float"], string: ["str"], str: ["str"],
    boolean: ["bool"], bool: ["bool"], bigint: ["name", "bigint"], null: ["none"], undefined: ["undefined"], void: ["none"],
    none: ["none"], None: ["none"], any: ["any"], unknown: ["any"], "*": ["any"], object: OBJECT,
    Object: OBJECT, array: ARRAY, Array: ARRAY, list: ["list", ["int"]],
    Map: ["dict", ["str"], ["int"]], dict: ["dict", ["str"], ["int"]], Set: ["set", ["int"]], set: ["set", ["int"]],
    Number: ["int"], String: ["str"], Boolean: ["bool"], function: ["callable"], Function: ["callable"], tuple: ["tuple*", ["int"]],
  };

  class TypeReader {
    constructor(text) {
      this.tokens = text.match(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\.\.\.|=>|-?\d+(?:\.\d+)?|[A-Za-z_$][\w$.]*|\S/g) ?? [];
      this.at = 0;
    }
    peek() {
      return this.tokens[this.at];
    }
    take(wanted) {
      if (wanted !== undefined && this.peek() !== wanted) throw new SyntaxError(`expected ${wanted}`);
      if (this.at >= this.tokens.length) throw new SyntaxError("the type ends too early");
      return this.tokens[this.at++];
    }
    takes(wanted) {
      if (this.peek() !== wanted) return false;
      this.at++;
      return true;
    }
    whole() {
      const found = this.union();
      if (this.at < this.tokens.length) throw new SyntaxError(`what is ${this.peek()}?`);
      return found;
    }
    union() {
      this.takes("|");
      const parts = [this.postfix()];
      while (this.takes("|")) parts.push(this.postfix());
      if (parts.length === 1) return parts[0];
      if (parts.every(([kind]) => kind === "literal")) return ["literal", ...parts.map((part) => part[1])];
      return ["union", ...parts];
    }
    postfix() {
      if (this.takes("?")) return ["union", this.postfix(), ["none"]];
      this.takes("!");
      this.takes("...");
      let found = this.primary();
      for (;;) {
        if (this.peek() === "[" && this.tokens[this.at + 1] === "]") {
          this.at += 2;
          found = ["list", found];
        } else if (this.takes("?") || this.takes("=")) found = ["union", found, ["undefined"]];
        else return found;
      }
    }
    primary() {
      const token = this.take();
      if (token === "(") return this.bracketed();
      if (token === "[") return this.tuple();
      if (token === "{") return this.record();
      if (/^["']/.test(token)) return ["literal", token.slice(1, -1)];
      if (/^-?\d/.test(token)) return ["literal", Number(token)];
      if (token === "true" || token === "false") return ["literal", token === "true"];
      if (!/^[A-Za-z_$*]/.test(token)) throw new SyntaxError(`what is ${token}?`);
      if (token === "readonly") return this.postfix();
      if (token === "function" && this.takes("(")) return this.oldFunction();
      this.takes("."); // Array.<number>
      const name = token.replace(/\.$/, "");
      if (name === "range" && this.takes("(")) return this.range();
      if (this.peek() === "<" || this.peek() === "[") {
        const close = this.peek() === "<" ? ">" : "]";
        if (close === "]" && this.tokens[this.at + 1] === "]") return SIMPLE[name] ?? ["name", name];
        this.at++;
        const inside = [this.union()];
        while (this.takes(",")) inside.push(this.union());
        this.take(close);
        return applied(name, inside);
      }
      return Object.hasOwn(SIMPLE, name) ? SIMPLE[name] : ["name", name];
    }
    // A type in brackets, or the parameters of a function.
    bracketed() {
      const from = this.at;
      try {
        const found = this.union();
        this.take(")");
        if (!this.takes("=>")) return found;
      } catch {
        // it has names, or no parameters
      }
      this.at = from;
      const parameters = this.parameters();
      this.take("=>");
      return ["callable", ["tuple", ...parameters], this.union()];
    }
    // Up to the closing bracket: types, with names before them or without.
    parameters() {
      const found = [];
      while (!this.takes(")")) {
        this.takes("...");
        const next = this.tokens[this.at + 1];
        let optional = false;
        if (next === ":" || (next === "?" && this.tokens[this.at + 2] === ":")) {
          optional = next === "?";
          this.at += optional ? 3 : 2;
        }
        const type = this.union();
        found.push(optional ? ["union", type, ["undefined"]] : type);
        if (!this.takes(",") && this.peek() !== ")") throw new SyntaxError("expected )");
      }
      return found;
    }
    // function(number, string): boolean
    oldFunction() {
      const parameters = this.parameters();
      return ["callable", ["tuple", ...parameters], this.takes(":") ? this.union() : ["none"]];
    }
    tuple() {
      const parts = [];
      while (!this.takes("]")) {
        if (this.tokens[this.at + 1] === ":") this.at += 2; // a name
        parts.push(this.union());
        if (!this.takes(",") && this.peek() !== "]") throw new SyntaxError("expected ]");
      }
      return ["tuple", ...parts];
    }
    record() {
      if (this.takes("[")) {
        // { [key: string]: number }
        this.take();
        this.take(":");
        const key = this.union();
        this.take("]");
        this.take(":");
        const value = this.union();
        this.takes(";");
        this.take("}");
        return ["dict", key, value];
      }
      const fields = [];
      while (!this.takes("}")) {
        this.takes("readonly");
        const name = this.take().replace(/^(["'])(.*)\1$/, "$2");
        const optional = this.takes("?");
        const type = this.takes(":") ? this.union() : ["any"];
        fields.push([name, optional ? ["may", type] : type]);
        if (!this.takes(",") && !this.takes(";") && this.peek() !== "}") throw new SyntaxError("expected }");
      }
      return ["named", ...fields];
    }
    range() {
      const numbers = [];
      while (!this.takes(")")) {
        numbers.push(Number(this.take()));
        this.takes(",");
      }
      return ["range", ...numbers];
    }
  }
  const applied = (name, inside) => {
    switch (name) {
      case "Array": case "ReadonlyArray": case "list": case "Iterable": case "List":
        return ["list", inside[0]];
      case "Set": case "set": case "ReadonlySet":
        return ["set", inside[0]];
      case "Record": case "Object": case "dict": case "Dict": // a `Map` is no such object: none is made as an argument
        return ["dict", inside[0], inside[1] ?? ["int"]];
      case "tuple": case "Tuple":
        return ["tuple", ...inside];
      case "Promise": case "Readonly":
        return inside[0];
      case "Literal":
        return ["literal", ...inside.map((part) => part[1])];
      case "Optional":
        return ["union", inside[0], ["none"]];
    }
    return ["name", name];
  };
  const readType = (text) => {
    try {
      return { type: new TypeReader(text).whole() };
    } catch (error) {
      return { problem: `${error.message}` };
    }
  };

  kit.types = { readType, OBJECT, ARRAY };
});
