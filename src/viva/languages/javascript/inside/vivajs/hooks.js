// Hooks in a program: a parser tells where expressions and statements begin and end, and the hooks are put between them.
// Nothing else is changed: every line stays where it is, `"use strict"` too, and what is not in a list here is as it was.
//
// A hook is an expression over three names that the program is called with: `N` (the steps that are left), `S` (what is
// called when there are none) and `C` (counters). See `Program.readings` for how counts are read off them.
(function (kit) {
  "use strict";
  const FUNCTIONS = new Set(["FunctionDeclaration", "FunctionExpression", "ArrowFunctionExpression"]);
  const LOOPS = new Set(["ForStatement", "WhileStatement", "DoWhileStatement", "ForOfStatement", "ForInStatement"]);
  const TESTED = new Set(["ForStatement", "WhileStatement", "DoWhileStatement"]);
  const VALUES = new Set([
    "Identifier", "Literal", "TemplateLiteral", "BinaryExpression", "UnaryExpression", "UpdateExpression",
    "AssignmentExpression", "LogicalExpression", "ConditionalExpression", "CallExpression", "NewExpression",
    "MemberExpression", "ArrayExpression", "ObjectExpression", "SequenceExpression", "ThisExpression",
    "TaggedTemplateExpression", "AwaitExpression", "YieldExpression", "ChainExpression",
  ]);
  const ATOMS = new Set(["Identifier", "Literal", "ThisExpression"]);
  const DECIDING = new Map([["test", "condition"], ["operand", "operand"]]); // roles, and what sites call them
  const LAZY = new Set(["LogicalExpression", "ConditionalExpression", "ChainExpression"]); // some parts are left out

  const children = (node) => {
    const found = [];
    for (const key of Object.keys(node)) {
      const value = node[key];
      if (Array.isArray(value)) {
        for (const item of value) if (item && typeof item.type === "string") found.push([item, key]);
      } else if (value && typeof value.type === "string" && key !== "loc") found.push([value, key]);
    }
    if (node.type === "Property" && node.shorthand) return found.filter(([, key]) => key === "value");
    return found.sort((one, two) => one[0].start - two[0].start);
  };

  class Hooked {
    constructor(text, tree, hooks, names) {
      this.text = text;
      this.tree = tree;
      this.hooks = hooks;
      this.names = names;
      this.sites = [];
      this.counters = 0;
      this.readings = [];
      this.enclosing = null; // the counter of the expression around, where that evaluates all its parts
      this.breaks = []; // what `break` leaves: [label names, counter or null, is it a loop]
      this.lines = lineStarts(text);
      this.marks = marksFor(text);
      this.spans = []; // of functions and classes: [start, end] with hooks, and [start, end] as written
    }

    // Places

    place(offset) {
      let low = 0;
      let high = this.lines.length - 1;
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if (this.lines[middle] <= offset) low = middle;
        else high = middle - 1;
      }
      const before = this.text.slice(this.lines[low], offset);
      return [low + 1, [...before].length];
    }

    site(kind, node, part = "") {
      this.sites.push([kind, ...this.place(node.start), ...this.place(node.end), part]);
      return this.sites.length - 1;
    }

    counter() {
      return this.counters++;
    }

    // A counter of its own for what happens at a site: the text that counts it.
    counted(kind, node, minus = -1, role = "reached") {
      const counter = this.counter();
      this.readings.push([this.site(kind, node), role, counter, minus]);
      return `${this.names.C}[${counter}]++`;
    }

    step() {
      return this.hooks.steps ? `--${this.names.N}[0]<0&&${this.names.S}()` : "";
    }

    // Text

    // The text of a node with hooks in it. `role` says how it is used: see `plain`.
    written(node, role = "value") {
      const counts = this.hooks.expressions && VALUES.has(node.type) && (role === "value" || DECIDING.has(role));
      const around = this.enclosing;
      if (counts && role === "value" && ATOMS.has(node.type) && around !== null) {
        this.readings.push([this.site("expression", node), "reached", around, -1]);
        return this.inside(node);
      }
      const site = counts ? (DECIDING.has(role) ? this.site("condition", node, DECIDING.get(role)) : this.site("expression", node)) : -1;
      const counter = counts ? this.counter() : -1;
      this.enclosing = counts && !LAZY.has(node.type) ? counter : null;
      const special = this[node.type];
      let inner = special ? special.call(this, node, role) : this.inside(node);
      if (hasSource(node)) inner = `${this.marks[0]}${inner}${this.marks[1]}`;
      this.enclosing = around;
      if (!counts) return this.wrapped(node, role, inner);
      this.readings.push([site, "reached", counter, -1]);
      return `(${this.names.C}[${counter}]++,${DECIDING.has(role) ? this.decided(site, inner) : inner})`;
    }

    // A condition, with counters for how it came out.
    decided(site, text) {
      const [yes, no] = [this.counter(), this.counter()];
      this.readings.push([site, "true", yes, -1], [site, "false", no, -1]);
      return `(${text})?(${this.names.C}[${yes}]++,true):(${this.names.C}[${no}]++,false)`;
    }

    // The text of a node with the hooks that its parts have.
    inside(node, replaced = new Map()) {
      let found = "";
      let at = node.start;
      for (const [child, key] of children(node)) {
        if (child.start < at) continue; // a shorthand, of which one part was written
        found += this.text.slice(at, child.start);
        found += replaced.has(child) ? replaced.get(child) : this.written(child, this.roleOf(node, child, key));
        at = child.end;
      }
      return found + this.text.slice(at, node.end);
    }

    // `value`: an expression whose value is used; `plain`: what must stay as it is written, though its parts may have
    // hooks; `test`, and `operand` in such a one: only whether it is true is used; `statement`; `list`: a statement in a list of them; `body`: a
    // statement alone.
    roleOf(node, child, key) {
      switch (node.type) {
        case "CallExpression":
          return key === "callee" ? "plain" : "value";
        case "TaggedTemplateExpression":
          return "plain";
        case "MemberExpression":
          if (key === "property") return node.computed ? "value" : "plain";
          return child.type === "Super" || this.chained.has(node) ? "plain" : "value";
        case "ChainExpression":
          return "plain";
        case "AssignmentExpression":
          return key === "left" ? "plain" : named(child);
        case "AssignmentPattern":
          return key === "left" ? "plain" : named(child);
        case "VariableDeclarator":
          return key === "id" ? "plain" : named(child);
        case "UpdateExpression":
          return "plain";
        case "UnaryExpression":
          return node.operator === "delete" || (node.operator === "typeof" && child.type === "Identifier")
            ? "plain"
            : node.operator === "!" ? "operand" : "value";
        case "ForInStatement":
        case "ForOfStatement":
          return key === "left" ? "plain" : key === "body" ? "body" : "value";
        case "ForStatement":
          return key === "body" ? "body" : key === "test" ? "test" : "value";
        case "WhileStatement":
        case "DoWhileStatement":
        case "IfStatement":
          return key === "test" ? "test" : "body";
        case "ConditionalExpression":
          return key === "test" ? "test" : "value";
        case "WithStatement":
          return key === "body" ? "body" : "value";
        case "LabeledStatement":
          return key === "label" ? "plain" : "labelled";
        case "BreakStatement":
        case "ContinueStatement":
          return "plain";
        case "Property":
          if (this.patterned.has(node) && key === "value") return "plain";
        // falls through
        case "PropertyDefinition":
        case "MethodDefinition":
          if (key === "key") return node.computed ? "value" : "plain";
          return node.type === "Property" && !node.shorthand && !node.method && node.kind === "init" ? named(child) : key === "value" && node.type === "PropertyDefinition" ? named(child) : "plain";
        case "FunctionDeclaration":
        case "FunctionExpression":
        case "ArrowFunctionExpression":
          return key === "body" && child.type !== "BlockStatement" ? "result" : "plain";
        case "ClassDeclaration":
        case "ClassExpression":
          return key === "superClass" ? "value" : "plain";
        case "ClassBody":
        case "ObjectPattern":
        case "ArrayPattern":
        case "RestElement":
        case "TemplateElement":
        case "CatchClause":
        case "ImportDeclaration":
        case "ExportNamedDeclaration":
        case "ExportAllDeclaration":
        case "ExportSpecifier":
        case "ImportSpecifier":
        case "ImportDefaultSpecifier":
        case "ImportNamespaceSpecifier":
        case "MetaProperty":
          return "plain";
        case "Program":
        case "BlockStatement":
        case "StaticBlock":
          return "list";
        case "ExpressionStatement":
          return node.directive === undefined ? "value" : "plain";
        case "SwitchCase":
          return key === "test" ? "value" : "list";
        case "BinaryExpression":
          return child.type === "PrivateIdentifier" ? "plain" : "value";
      }
      return "value";
    }

    wrapped(node, role, text) {
      if (role === "list" && node.type === "ExpressionStatement") return node.directive === undefined ? `;${text}` : text;
      if (role === "body") return this.alone(node, text);
      if (role === "result") return this.result(node, text);
      return text;
    }

    // A statement that stands alone, as the body of a loop does, in brackets.
    alone(node, text) {
      return node.type === "BlockStatement" ? text : `{${text}}`;
    }

    // The value of an arrow function.
    result(node, text) {
      const first = [this.step(), this.hooks.branches ? this.counted("function", node) : ""].filter(Boolean);
      const value = VALUES.has(node.type) && this.hooks.expressions ? `(${this.counted("expression", node)},${text})` : text;
      return first.length ? `(${first.join(",")},${value})` : value;
    }

    // Statements put at the beginning of a block in brackets.
    opened(block, text, hooks) {
      const hook = hooks.filter(Boolean).map((one) => `${one};`).join("");
      if (!hook) return text;
      const inner = block.type === "BlockStatement" || block.type === "StaticBlock" ? text : `{${text}}`;
      return `{${hook}${inner.slice(1)}`;
    }

    branch(kind, node) {
      return this.hooks.branches ? this.counted(kind, node) : "";
    }

    FunctionDeclaration(node) {
      return this.functionText(node);
    }

    FunctionExpression(node) {
      return this.functionText(node);
    }

    ArrowFunctionExpression(node) {
      return node.body.type === "BlockStatement" ? this.functionText(node) : this.within(node, () => this.inside(node));
    }

    within(node, write) {
      const outer = this.breaks;
      this.breaks = [];
      const found = write();
      this.breaks = outer;
      return found;
    }

    functionText(node) {
      const ahead = this.ahead;
      this.ahead = undefined;
      return this.within(node, () => {
        const hook = [ahead, this.step(), this.branch("function", node)].filter(Boolean).map((one) => `${one};`).join("");
        return this.inside(node, new Map([[node.body, this.blockText(node.body, hook)]]));
      });
    }

    // A block with a hook behind its directives.
    blockText(block, hook) {
      let found = "";
      let at = block.start;
      let put = hook === "";
      if (!put && !(block.body[0] && block.body[0].directive !== undefined)) {
        found += this.text.slice(at, at + 1) + hook;
        at += 1;
        put = true;
      }
      for (const [place, statement] of block.body.entries()) {
        found += this.text.slice(at, statement.start) + this.written(statement, "list");
        at = statement.end;
        const next = block.body[place + 1];
        if (!put && !(next && next.directive !== undefined)) {
          found += `;${hook}`;
          put = true;
        }
      }
      return found + this.text.slice(at, block.end);
    }

    // A class tells of itself, and how its private parts are reached: see `objects.js`.
    ClassBody(node) {
      const parts = node.body.filter((one) => one.type === "PropertyDefinition" && one.key.type === "PrivateIdentifier" && !one.static);
      const ways = parts.map(({ key: { name } }) => `["#${name}",o=>#${name} in o,o=>o.#${name},(o,v)=>{o.#${name}=v}]`);
      const P = this.names.P;
      const text = this.inside(node);
      // A private method, too, is only there in objects that the class itself has made.
      const hasPrivate = node.body.some((one) => one.key?.type === "PrivateIdentifier" && !one.static);
      return `{static{${P}.is(this${hasPrivate ? `,[${ways.join(",")}]` : ""})}${text.slice(1)}`;
    }

    // While an object is made by others, its constructor does nothing but that of its parent.
    MethodDefinition(node) {
      if (node.kind !== "constructor") return this.inside(node);
      this.ahead = `if(${this.names.P}.making)${this.derived.has(node) ? "{super();return}" : "return"}`;
      return this.inside(node);
    }

    // Each part of a condition counts, wherever it stands.
    LogicalExpression(node, role) {
      const inner = DECIDING.has(role) && node.operator !== "??" ? "operand" : "value";
      const left = this.written(node.left, inner);
      const right = this.written(node.right, inner);
      if (!this.hooks.branches) return this.inside(node, new Map([[node.left, left], [node.right, right]]));
      const [whole, reached] = [this.counter(), this.counter()];
      this.readings.push([this.site("operand", node.right), "reached", reached, -1]);
      this.readings.push([this.site("short", node), "reached", whole, reached]);
      const C = this.names.C;
      const text = this.inside(node, new Map([[node.left, left], [node.right, `(${C}[${reached}]++,${right})`]]));
      return `(${C}[${whole}]++,${text})`;
    }

    ConditionalExpression(node) {
      if (!this.hooks.branches) return this.inside(node);
      const replaced = new Map();
      for (const [key, kind] of [["consequent", "then"], ["alternate", "else"]]) {
        replaced.set(node[key], `(${this.counted(kind, node[key])},${this.written(node[key], "value")})`);
      }
      return this.inside(node, replaced);
    }

    IfStatement(node) {
      if (!this.hooks.branches) return this.inside(node);
      const replaced = new Map();
      const yes = this.written(node.consequent, "body");
      replaced.set(node.consequent, this.opened(node.consequent, yes, [this.counted("then", node.consequent)]));
      if (node.alternate) {
        const no = this.written(node.alternate, "body");
        replaced.set(node.alternate, this.opened(node.alternate, no, [this.counted("else", node.alternate)]));
        return this.inside(node, replaced);
      }
      return `${this.inside(node, replaced)} else {${this.counted("else", node)}}`;
    }

    loop(node, labels) {
      const C = this.names.C;
      const counting = this.hooks.branches;
      const left = counting && !TESTED.has(node.type) ? this.counter() : null;
      this.breaks.push([labels, left, true]);
      const body = this.written(node.body, "body");
      this.breaks.pop();
      const replaced = new Map();
      replaced.set(node.body, this.opened(node.body, body, [this.step(), this.branch("loop", node.body)]));
      if (!counting) return this.inside(node, replaced);
      if (TESTED.has(node.type)) {
        if (!node.test) return this.inside(node, replaced);
        const test = this.written(node.test, "test");
        const exit = this.counted("exit", node);
        replaced.set(node.test, `((${test})||(${exit},false))`);
        return this.inside(node, replaced);
      }
      const after = this.counter();
      this.readings.push([this.site("exit", node), "reached", after, left]);
      this.after = `${C}[${after}]++`;
      return this.inside(node, replaced);
    }

    ForStatement(node, role) {
      return this.loopText(node, [], role);
    }
    WhileStatement(node, role) {
      return this.loopText(node, [], role);
    }
    DoWhileStatement(node, role) {
      return this.loopText(node, [], role);
    }
    ForOfStatement(node, role) {
      return this.loopText(node, [], role);
    }
    ForInStatement(node, role) {
      return this.loopText(node, [], role);
    }

    loopText(node, labels, role) {
      if (role === "labelled") labels = this.pending ?? [];
      const text = this.loop(node, labels);
      const after = this.after;
      this.after = undefined;
      if (after === undefined) return text;
      if (role === "labelled") {
        this.behind = after;
        return text;
      }
      return `{${text};${after}}`;
    }

    LabeledStatement(node, role) {
      const labels = role === "labelled" ? [...this.pending, node.label.name] : [node.label.name];
      this.pending = labels;
      const isLoop = LOOPS.has(node.body.type) || node.body.type === "LabeledStatement";
      if (!isLoop) this.breaks.push([labels, null, false]);
      const text = this.inside(node);
      if (!isLoop) this.breaks.pop();
      this.pending = undefined;
      if (role === "labelled" || this.behind === undefined) return text;
      const after = this.behind;
      this.behind = undefined;
      return `{${text};${after}}`;
    }

    BreakStatement(node) {
      if (!this.hooks.branches) return this.inside(node);
      const counters = [];
      for (let place = this.breaks.length - 1; place >= 0; place--) {
        const [labels, counter, isLoop] = this.breaks[place];
        const meant = node.label ? labels.includes(node.label.name) : isLoop !== false;
        if (meant) {
          if (counter !== null) counters.push(counter);
          break;
        }
      }
      const text = this.inside(node);
      return counters.length ? `{${this.names.C}[${counters[0]}]++;${text}}` : text;
    }

    SwitchStatement(node) {
      this.breaks.push([[], null, "switch"]);
      const replaced = new Map();
      for (const one of node.cases) replaced.set(one, this.caseText(one));
      replaced.set(node.discriminant, this.written(node.discriminant, "value"));
      let text = this.inside(node, replaced);
      this.breaks.pop();
      if (this.hooks.branches && node.cases.every((one) => one.test !== null)) {
        // Who falls through the last case comes here too, and is taken off.
        const through = node.cases.length ? this.counter() : -1;
        const before = node.cases.length ? `;${this.names.C}[${through}]++;` : "";
        text = `${text.slice(0, -1)}${before}default:${this.counted("no case", node, through)}}`;
      }
      return text;
    }

    caseText(node) {
      const hook = this.branch("case", node);
      const replaced = new Map();
      if (node.test) replaced.set(node.test, this.written(node.test, "value"));
      if (!hook) return this.inside(node, replaced);
      // The colon is the first one behind the test, or behind `default`.
      const from = node.test ? node.test.end : node.start;
      const until = node.consequent.length ? node.consequent[0].start : node.end;
      const colon = from + colonIn(this.text.slice(from, until));
      let found = this.text.slice(node.start, node.test ? node.test.start : node.start);
      found += node.test ? replaced.get(node.test) : "";
      found += `${this.text.slice(from, colon + 1)}${hook};`;
      let at = colon + 1;
      for (const statement of node.consequent) {
        found += this.text.slice(at, statement.start) + this.written(statement, "list");
        at = statement.end;
      }
      return found + this.text.slice(at, node.end);
    }

    CatchClause(node) {
      const hook = this.branch("handler", node);
      return this.inside(node, new Map([[node.body, this.blockText(node.body, hook && `${hook};`)]]));
    }

    prepare() {
      this.chained = new Set();
      this.patterned = new Set();
      this.derived = new Set(); // parts of classes that extend others
      walk(this.tree, (node) => {
        if (node.type === "ChainExpression") chain(node.expression, this.chained);
        if (/^Class/.test(node.type) && node.superClass) for (const part of node.body.body) this.derived.add(part);
        if (node.type === "ObjectPattern") for (const part of node.properties) this.patterned.add(part);
      });
    }

    // The program, with a text put behind its directives.
    afterDirectives(more) {
      this.prepare();
      const block = { ...this.tree, start: 0, end: this.text.length };
      const first = block.body[0];
      if (!first || first.directive === undefined) return this.unmarked(`${more}${this.inside(block)}`);
      return this.unmarked(this.blockText(block, more));
    }

    // The text without the marks around functions, whose places are noted.
    unmarked(text) {
      const nodes = [];
      walk(this.tree, (node) => {
        if (hasSource(node)) nodes.push(node);
      });
      nodes.sort((one, two) => one.start - two.start);
      const open = [];
      let found = "";
      for (const part of text.split(new RegExp(`([${this.marks.join("")}])`))) {
        if (part === this.marks[0]) {
          const node = nodes[this.spans.length];
          const before = STATIC.exec(this.text.slice(node.start, node.end));
          const skipped = node.static && before ? before[0].length : 0; // which is no part of the function
          this.spans.push([found.length + skipped, 0, node.start + skipped, node.end]);
          open.push(this.spans.at(-1));
        } else if (part === this.marks[1]) open.pop()[1] = found.length;
        else found += part;
      }
      return found;
    }
  }

  // What has a text of its own for a program that asks for it.
  const hasSource = (node) =>
    node.type === "ArrowFunctionExpression" || node.type === "FunctionExpression" || node.type === "FunctionDeclaration" ||
    node.type === "ClassDeclaration" || node.type === "ClassExpression" || node.type === "MethodDefinition" ||
    (node.type === "Property" && (node.method || node.kind !== "init"));
  const STATIC = /^static(?:\s|\/\/.*|\/\*[^]*?\*\/)*/;

  // Two letters that a text does not have.
  const marksFor = (text) => {
    const found = [];
    for (let code = 0xe000; found.length < 2; code++) {
      const letter = String.fromCharCode(code);
      if (!text.includes(letter)) found.push(letter);
    }
    return found;
  };

  // An anonymous function or class gets its name from where it stands, so nothing may come between.
  const named = (node) => (FUNCTIONS.has(node.type) || node.type === "ClassExpression" ? "plain" : "value");

  // The members and calls that one `?.` may skip.
  const chain = (node, found) => {
    let at = node;
    while (at && (at.type === "MemberExpression" || at.type === "CallExpression")) {
      found.add(at);
      at = at.type === "MemberExpression" ? at.object : at.callee;
    }
  };

  // Where a colon stands in a text of blanks, comments and brackets.
  const colonIn = (text) => {
    let place = 0;
    while (place < text.length) {
      if (text.startsWith("//", place)) {
        const end = text.slice(place).search(/[\n\r\u2028\u2029]/);
        place += end < 0 ? text.length : end;
      } else if (text.startsWith("/*", place)) place = text.indexOf("*/", place) + 2;
      else if (text[place] === ":") return place;
      else place++;
    }
    return -1;
  };

  const lineStarts = (text) => {
    const found = [0];
    const end = /\r\n|[\n\r\u2028\u2029]/g;
    while (end.exec(text) !== null) found.push(end.lastIndex);
    return found;
  };

  const walk = (tree, visit) => {
    const todo = [tree];
    while (todo.length) {
      const node = todo.pop();
      visit(node);
      for (const [child] of children(node).reverse()) todo.push(child);
    }
  };

  const unused = (text, base) => {
    let name = base;
    while (text.includes(name)) name += "$";
    return name;
  };

  // Part of the names of hooks. A program that knew them could reach the hooks with `eval`, so nobody can know it: it is
  // drawn anew for each text that is compiled.
  kit.salt = "";
  kit.hooks = {
    Hooked,
    children,
    walk,
    lineStarts,
    unused,
    // The program with hooks: its text, and what they count.
    hooked: (text, tree, hooks) => {
      const base = unused(text, `$viva${kit.salt}`);
      const names = { N: `${base}N`, S: `${base}S`, C: `${base}C`, P: `${base}P`, X: `${base}X` };
      const kind = hooks.symbolic ? kit.following : hooks.calls || hooks.rounds ? kit.watched : { hooked: () => new Hooked(text, tree, hooks, names) };
      const found = kind.hooked(text, tree, names, hooks);
      return {
        names, sites: found.sites, readings: found.readings, spans: found.spans,
        afterDirectives: (more) => found.afterDirectives(more),
        get counters() {
          return Array.from({ length: found.counters }, () => 0);
        },
      };
    },
  };
});
