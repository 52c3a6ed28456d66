// The classes of a trusted source in the words of Python: what they keep, what their methods take, store, compare and call.
// Who reasons about classes reads one notation, whatever they are written in. An outline is read and never run: what says
// nothing about structures is left out. Constructors of the old kind, with what is put on their `prototype`, are classes.
(function (kit) {
  "use strict";
  const { hooks } = kit;
  const PRIVATE = "\u01c3"; // a letter to Python, which stands for `#`
  const KEYWORDS = new Set(
    "False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield".split(" "),
  );
  const FUNCTION = /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/;
  const ARITHMETIC = new Set(["+", "-", "*", "/", "%", "**", "<", "<=", ">", ">=", "&", "|", "^", "<<", ">>"]);

  const word = (name) => (KEYWORDS.has(name) ? `${name}_` : name.replaceAll("$", "_"));
  const isNothing = (node) => (node?.type === "Literal" && node.raw === "null") || (node?.type === "Identifier" && node.name === "undefined") || (node?.type === "UnaryExpression" && node.operator === "void");

  // What is compared by `===` is the same node only where both sides are nodes: something whose parts are asked for.
  const nodeLike = (tree) => {
    const names = new Set(["this"]);
    const fields = new Set();
    const partOf = (node) => {
      if (node.type === "Identifier") names.add(node.name);
      if (node.type === "MemberExpression" && !node.computed) fields.add(node.property.name);
    };
    hooks.walk(tree, (node) => {
      if (node.type === "MemberExpression" && !node.computed && node.property.name !== "length") partOf(node.object);
      if (node.type === "AssignmentExpression" && isNothing(node.right)) partOf(node.left);
      if (node.type === "PropertyDefinition" && isNothing(node.value)) fields.add(node.key.name);
    });
    return (node) => {
      const plain = node.type === "ChainExpression" ? node.expression : node;
      if (plain.type === "ThisExpression") return true;
      if (plain.type === "Identifier") return names.has(plain.name);
      return plain.type === "MemberExpression" && !plain.computed && fields.has(plain.property.name);
    };
  };

  class Outline {
    constructor(program) {
      this.places = new kit.surveying.Places(program.text);
      this.program = program;
      this.isNode = nodeLike(program.tree);
      this.lines = [];
      this.origins = [];
    }

    put(depth, text, node) {
      this.lines.push(`${"    ".repeat(depth)}${text}`);
      this.origins.push(node ? this.places.line(node) : (this.origins.at(-1) ?? 1));
    }

    // Expressions

    value(node) {
      switch (node?.type) {
        case "Literal":
          if (isNothing(node)) return "None";
          if (typeof node.value === "boolean") return node.value ? "True" : "False";
          if (typeof node.value === "number") return Number.isFinite(node.value) ? `${node.value}` : "0";
          return typeof node.value === "string" && node.value.isWellFormed() ? JSON.stringify(node.value) : "unknown";
        case "Identifier":
          return isNothing(node) ? "None" : word(node.name);
        case "ThisExpression":
          return "self";
        case "Super":
          return "super()";
        case "ChainExpression":
          return this.value(node.expression);
        case "MemberExpression":
          if (node.computed) return `${this.value(node.object)}[${this.value(node.property)}]`;
          return `${this.owner(node.object)}.${this.attribute(node.property)}`;
        case "CallExpression":
        case "NewExpression":
          return `${this.owner(node.callee)}(${node.arguments.map((one) => this.value(one)).join(", ")})`;
        case "AssignmentExpression":
          return this.value(node.operator === "=" ? node.right : node.left);
        case "UpdateExpression":
          return this.value(node.argument);
        case "BinaryExpression":
          return this.binary(node);
        case "LogicalExpression":
          return `(${this.value(node.left)} ${node.operator === "&&" ? "and" : "or"} ${this.value(node.right)})`;
        case "UnaryExpression":
          if (isNothing(node)) return "None";
          if (node.operator === "!") return `(not ${this.value(node.argument)})`;
          return node.operator === "-" || node.operator === "+" ? `(${node.operator}${this.value(node.argument)})` : this.value(node.argument);
        case "ConditionalExpression":
          return `(${this.value(node.consequent)} if ${this.value(node.test)} else ${this.value(node.alternate)})`;
        case "ArrayExpression":
          return `[${node.elements.filter(Boolean).map((one) => this.value(one)).join(", ")}]`;
        case "SpreadElement":
        case "AwaitExpression":
          return this.value(node.argument);
        case "SequenceExpression":
          return this.value(node.expressions.at(-1));
      }
      return "unknown";
    }

    owner(node) {
      const text = this.value(node);
      return /^[\d"]/.test(text) ? `(${text})` : text;
    }

    attribute(node) {
      return node.type === "PrivateIdentifier" ? `${PRIVATE}${node.name}` : word(node.name);
    }

    binary(node) {
      const [left, right] = [node.left.type === "PrivateIdentifier" ? "unknown" : this.value(node.left), this.value(node.right)];
      if (/^[!=]==?$/.test(node.operator)) {
        const same = node.operator[0] === "=";
        const identity = this.isNode(node.left) && this.isNode(node.right);
        return `(${left} ${identity ? (same ? "is" : "is not") : same ? "==" : "!="} ${right})`;
      }
      if (node.operator === ">>>") return `(${left} >> ${right})`;
      if (node.operator === "in") return "unknown";
      return ARITHMETIC.has(node.operator) ? `(${left} ${node.operator} ${right})` : "unknown";
    }

    // Statements

    block(depth, nodes) {
      const before = this.lines.length;
      for (const node of nodes) this.statement(depth, node);
      if (this.lines.length === before) this.put(depth, "pass");
    }

    inside(depth, node) {
      this.block(depth, node ? (node.type === "BlockStatement" ? node.body : [node]) : []);
    }

    statement(depth, node) {
      switch (node.type) {
        case "BlockStatement":
          return this.block(depth, node.body);
        case "ExpressionStatement":
          return this.expression(depth, node.expression);
        case "VariableDeclaration":
          for (const one of node.declarations) {
            if (one.id.type === "Identifier" && one.init && !FUNCTION.test(one.init.type)) this.put(depth, `${word(one.id.name)} = ${this.value(one.init)}`, one);
          }
          return;
        case "ReturnStatement":
          return this.put(depth, node.argument ? `return ${this.value(node.argument)}` : "return", node);
        case "ThrowStatement":
          return this.put(depth, "raise Exception", node);
        case "IfStatement":
          this.put(depth, `if ${this.value(node.test)}:`, node);
          this.inside(depth + 1, node.consequent);
          if (node.alternate) {
            this.put(depth, "else:", node.alternate);
            this.inside(depth + 1, node.alternate);
          }
          return;
        case "WhileStatement":
        case "DoWhileStatement":
          this.put(depth, `while ${this.value(node.test)}:`, node);
          return this.inside(depth + 1, node.body);
        case "ForStatement":
          if (node.init) node.init.type === "VariableDeclaration" ? this.statement(depth, node.init) : this.expression(depth, node.init);
          this.put(depth, `while ${node.test ? this.value(node.test) : "True"}:`, node);
          this.inside(depth + 1, node.body);
          if (node.update) this.expression(depth + 1, node.update);
          return;
        case "ForOfStatement":
        case "ForInStatement": {
          const bound = node.left.type === "VariableDeclaration" ? node.left.declarations[0].id : node.left;
          this.put(depth, `for ${bound.type === "Identifier" ? word(bound.name) : "unknown"} in ${this.value(node.right)}:`, node);
          return this.inside(depth + 1, node.body);
        }
        case "SwitchStatement":
          for (const one of node.cases) {
            this.put(depth, `if ${this.value(node.discriminant)}${one.test ? ` == ${this.value(one.test)}` : ""}:`, one);
            this.block(depth + 1, one.consequent);
          }
          return;
        case "TryStatement":
          this.block(depth, [...node.block.body, ...(node.handler?.body.body ?? []), ...(node.finalizer?.body ?? [])]);
          return;
        case "LabeledStatement":
          return this.statement(depth, node.body);
      }
    }

    expression(depth, node) {
      switch (node.type) {
        case "SequenceExpression":
          for (const one of node.expressions) this.expression(depth, one);
          return;
        case "AssignmentExpression":
          return this.assignment(depth, node);
        case "UpdateExpression":
          return this.put(depth, `${this.value(node.argument)} = ${this.value(node.argument)} ${node.operator[0]} 1`, node);
        case "LogicalExpression":
          this.put(depth, `if ${this.value(node.left)}:`, node);
          this.block(depth + 1, [{ type: "ExpressionStatement", expression: node.right, start: node.start }]);
          return;
        case "CallExpression":
        case "NewExpression":
          return this.put(depth, this.value(node), node);
        case "ChainExpression":
          return this.expression(depth, node.expression);
      }
    }

    // Several targets at once, and parts that are swapped.
    assignment(depth, node) {
      if (node.operator !== "=") {
        return this.put(depth, `${this.value(node.left)} = (${this.value(node.left)} + ${this.value(node.right)})`, node);
      }
      const targets = [];
      let at = node;
      while (at.type === "AssignmentExpression" && at.operator === "=") {
        targets.push(at.left);
        at = at.right;
      }
      const swapped = targets.length === 1 && targets[0].type === "ArrayPattern" && at.type === "ArrayExpression" && targets[0].elements.length === at.elements.length;
      const pairs = swapped ? targets[0].elements.map((one, place) => [one, at.elements[place]]) : targets.map((one) => [one, at]);
      for (const [target, value] of pairs) {
        if (target?.type === "Identifier" || target?.type === "MemberExpression") this.put(depth, `${this.value(target)} = ${this.value(value)}`, node);
      }
    }

    // Functions and classes

    parameters(node, types, own) {
      const found = own ? ["self"] : [];
      for (const [place, one] of node.params.entries()) {
        const plain = one.type === "AssignmentPattern" ? one.left : one;
        if (plain.type === "RestElement") continue;
        const name = plain.type === "Identifier" ? plain.name : `x${place}`;
        const written = typeText(types.get(name));
        const value = one.type === "AssignmentPattern" ? (isNothing(one.right) ? " = None" : ` = ${this.value(one.right)}`) : "";
        found.push(`${word(name)}${written ? `: ${written}` : ""}${value || (found.some((part) => part.includes(" = ")) ? " = None" : "")}`);
      }
      return found.join(", ");
    }

    method(depth, name, node, marks, at, fields = []) {
      const comment = kit.documenting.documentation(this.places.text, this.program.comments, at);
      const types = kit.documenting.documentedTypes(comment);
      for (const mark of marks) this.put(depth, mark, at);
      const returns = typeText(types.get("return"));
      this.put(depth, `def ${name}(${this.parameters(node, types, !marks.includes("@staticmethod"))})${returns ? ` -> ${returns}` : ""}:`, at);
      for (const field of fields) {
        this.put(depth + 1, `self.${this.attribute(field.key)} = ${field.value ? this.value(field.value) : "None"}`, field);
      }
      if (node.body.type === "BlockStatement") this.inside(depth + 1, node.body);
      else this.put(depth + 1, `return ${this.value(node.body)}`, node.body);
    }

    cls(name, node, at) {
      const base = node.superClass?.type === "Identifier" ? `(${word(node.superClass.name)})` : "";
      this.put(0, `class ${word(name)}${base}:`, at);
      const parts = node.body.body;
      const fields = parts.filter((one) => one.type === "PropertyDefinition" && !one.static && !one.computed && !(one.value && FUNCTION.test(one.value.type)));
      const maker = parts.find((one) => one.kind === "constructor");
      const before = this.lines.length;
      if (maker) this.method(1, "__init__", maker.value, [], maker, fields);
      else {
        for (const field of fields) this.put(1, `${this.attribute(field.key)}${field.value && !isNothing(field.value) ? ": object" : " = None"}`, field);
      }
      for (const one of parts) {
        const arrow = one.type === "PropertyDefinition" && one.value && FUNCTION.test(one.value.type);
        if ((one.type !== "MethodDefinition" && !arrow) || one === maker) continue;
        const called = methodName(one, this);
        if (called === undefined) continue;
        const marks = one.static ? ["@staticmethod"] : one.kind === "get" ? ["@property"] : one.kind === "set" ? [`@${called}.setter`] : [];
        this.method(1, called, one.value, marks, one);
      }
      if (this.lines.length === before) this.put(1, "pass");
    }

    // A constructor of the old kind, and what is put on its prototype.
    old(name, node, at, methods) {
      this.put(0, `class ${word(name)}:`, at);
      this.method(1, "__init__", node, [], at);
      for (const [called, one, where] of methods) this.method(1, called, one, [], where);
    }
  }

  const methodName = (one, outline) => {
    if (!one.computed) return one.key.name === undefined ? undefined : outline.attribute(one.key);
    const key = one.key;
    return key.type === "MemberExpression" && key.object.name === "Symbol" && key.property.name === "iterator" ? "__iter__" : undefined;
  };

  const TYPES = { __proto__: null, int: "int", float: "float", str: "str", bool: "bool" };
  const typeText = (type) => {
    if (!type) return "";
    const [kind, ...parts] = type;
    if (Object.hasOwn(TYPES, kind)) return TYPES[kind];
    if (kind === "name") return word(parts[0]);
    if (kind === "list") return `list[${typeText(parts[0]) || "int"}]`;
    if (kind === "union") {
      const written = parts.filter(([one, , , texts]) => one !== "none" && one !== "undefined" && texts?.[0] !== "undefined").map(typeText).filter(Boolean);
      return written.length === 1 && written.length < parts.length ? `${written[0]} | None` : (written[0] ?? "");
    }
    return "";
  };

  // By the names of constructors, what stands on their prototypes: `F.prototype.m = function …`, `F.prototype = { … }`.
  const prototypes = (tree) => {
    const found = new Map();
    const add = (name, called, node, at) => {
      if (!found.has(name)) found.set(name, []);
      if (node && FUNCTION.test(node.type)) found.get(name).push([called, node, at]);
    };
    const all = (name, object) => {
      add(name);
      for (const part of object.properties) if (part.type === "Property" && !part.computed && part.kind === "init") add(name, part.key.name, part.value, part);
    };
    const owner = (node) => (node?.type === "MemberExpression" && !node.computed && node.property.name === "prototype" && node.object.type === "Identifier" ? node.object.name : undefined);
    for (const node of tree.body) {
      const at = node.type === "ExpressionStatement" ? node.expression : undefined;
      if (at?.type === "AssignmentExpression" && at.left.type === "MemberExpression" && !at.left.computed) {
        if (owner(at.left.object) !== undefined) add(owner(at.left.object), at.left.property.name, at.right, node);
        else if (owner(at.left) !== undefined && at.right.type === "ObjectExpression") all(owner(at.left), at.right);
      }
      if (at?.type === "CallExpression" && at.arguments.length === 2 && owner(at.arguments[0]) !== undefined && at.arguments[1].type === "ObjectExpression") all(owner(at.arguments[0]), at.arguments[1]);
    }
    return found;
  };

  // Does a function put something on `this`, as constructors do?
  const builds = (node) => {
    const todo = [node.body];
    while (todo.length) {
      const one = todo.pop();
      if (one.type === "AssignmentExpression" && one.left.type === "MemberExpression" && one.left.object.type === "ThisExpression") return true;
      if (one.type === "FunctionDeclaration" || one.type === "FunctionExpression" || /^Class/.test(one.type)) continue;
      for (const [child] of hooks.children(one)) todo.push(child);
    }
    return false;
  };

  // Does it return a value of its own?
  const returns = (node) => {
    const todo = [node.body];
    while (todo.length) {
      const one = todo.pop();
      if (one.type === "ReturnStatement" && one.argument && one.argument.type !== "ThisExpression") return true;
      if (FUNCTION.test(one.type) || /^Class/.test(one.type)) continue;
      for (const [child] of hooks.children(one)) todo.push(child);
    }
    return false;
  };

  // Constructors of the old kind: pairs of a name and a function, with their place and methods.
  const oldClasses = (tree) => {
    const shared = prototypes(tree);
    return kit.compiling.topFunctions(tree)
      .filter(([name, node]) => node.type !== "ArrowFunctionExpression" && (shared.has(name) || (builds(node) && !returns(node))))
      .map(([name, node, at]) => [name, node, at, shared.get(name) ?? []]);
  };

  // `text` in the words of Python, and for each line of it the line of the source.
  const outline = (text) => {
    const program = kit.surveying.read(text);
    const found = new Outline(program);
    for (const [name, node] of kit.compiling.classes(program.tree)) found.cls(name, node, node);
    const old = oldClasses(program.tree);
    for (const [name, node, at, methods] of old) found.old(name, node, at, methods);
    const known = new Set(old.map(([name]) => name));
    for (const [name, node, at] of kit.compiling.topFunctions(program.tree)) {
      if (!known.has(name)) found.method(0, word(name), node, ["@staticmethod"], at);
    }
    return { text: `${found.lines.join("\n")}\n`, lines: found.origins };
  };

  // The classes of a trusted source that a submission lacks, each as it is written.
  const definitions = ({ text, skipped }) => {
    const program = kit.surveying.read(text);
    const known = new Set(skipped);
    const old = new Map(oldClasses(program.tree).map(([name]) => [name, true]));
    const wanted = (name) => !known.has(name);
    const parts = [];
    for (const node of program.tree.body) {
      const isClass = node.type === "ClassDeclaration" && wanted(node.id.name);
      const isOld = node.type === "FunctionDeclaration" && old.has(node.id.name) && wanted(node.id.name);
      const isNamed = node.type === "VariableDeclaration" && node.declarations.every((one) => one.init?.type === "ClassExpression" && one.id.type === "Identifier" && wanted(one.id.name));
      const at = node.type === "ExpressionStatement" && node.expression.type === "AssignmentExpression" ? node.expression.left : undefined;
      const holder = at?.type === "MemberExpression" ? (at.object.type === "MemberExpression" ? at.object.object : at.object) : undefined;
      const isPart = holder?.type === "Identifier" && old.has(holder.name) && wanted(holder.name);
      if (isClass || isOld || isNamed || isPart) parts.push(program.text.slice(node.start, node.end));
    }
    return parts.join("\n");
  };

  kit.outlining = { outline, definitions, oldClasses };
});
