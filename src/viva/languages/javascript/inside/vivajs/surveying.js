// What a source contains, found without running it: signatures, constants, constructs, what is read and written.
(function (kit) {
  "use strict";
  const { acorn, hooks } = kit;
  const { documentation, documentedTypes, typedefs, unknownName } = kit.documenting;
  const { flow, eachFunction } = kit.flow;
  const MOST = 2000;
  const WORDS = {
    __proto__: null,
    ForStatement: "for", ForOfStatement: "for of", ForInStatement: "for in", WhileStatement: "while",
    DoWhileStatement: "do while", IfStatement: "if", ConditionalExpression: "conditional expression",
    SwitchStatement: "switch", TryStatement: "try", ThrowStatement: "throw", ClassDeclaration: "class",
    ClassExpression: "class", ArrowFunctionExpression: "arrow function", BreakStatement: "break",
    ContinueStatement: "continue", YieldExpression: "yield", AwaitExpression: "await", TemplateLiteral: "template literal",
    SpreadElement: "spread", ObjectPattern: "destructuring", ArrayPattern: "destructuring", NewExpression: "new",
    WithStatement: "with", LabeledStatement: "label", DebuggerStatement: "debugger", RegExp: "regular expression",
    ImportDeclaration: "import", ImportExpression: "import", ObjectExpression: "object", ArrayExpression: "array",
    ThisExpression: "this", ChainExpression: "optional chaining", LogicalExpression: "logical operator",
  };
  const SYNTAX = [...new Set([...Object.values(WORDS), "recursion", "nested function", "var", "let", "const", "loose equality", "async", "generator"])].sort();

  const lineStarts = hooks.lineStarts;

  class Places {
    constructor(text) {
      this.text = text;
      this.lines = lineStarts(text);
    }
    of(offset) {
      let low = 0;
      let high = this.lines.length - 1;
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if (this.lines[middle] <= offset) low = middle;
        else high = middle - 1;
      }
      return [low + 1, [...this.text.slice(this.lines[low], offset)].length + 1];
    }
    line(node) {
      return this.of(node.start)[0];
    }
  }

  const defaultText = (text, node) => (node.type === "AssignmentPattern" ? pythonLiteral(node.right) : undefined);
  // A constant as Viva's own values are written; undefined for what is no constant.
  const pythonLiteral = (node) => {
    switch (node?.type) {
      case "Literal":
        if (node.value === null && node.raw === "null") return "None";
        if (typeof node.value === "boolean") return node.value ? "True" : "False";
        if (typeof node.value === "number") return Number.isFinite(node.value) ? `${node.value}` : undefined;
        return typeof node.value === "string" ? JSON.stringify(node.value) : undefined;
      case "UnaryExpression": {
        const inner = node.operator === "-" ? pythonLiteral(node.argument) : undefined;
        return inner === undefined ? undefined : `-${inner}`;
      }
      case "ArrayExpression": {
        const parts = node.elements.map((one) => (one ? pythonLiteral(one) : undefined));
        return parts.includes(undefined) ? undefined : `[${parts.join(", ")}]`;
      }
      case "ObjectExpression": {
        const parts = node.properties.map((one) => {
          const key = one.type === "Property" && !one.computed ? (one.key.name ?? `${one.key.value}`) : undefined;
          const value = key === undefined ? undefined : pythonLiteral(one.value);
          return value === undefined ? undefined : `${JSON.stringify(key)}: ${value}`;
        });
        return parts.includes(undefined) ? undefined : `{${parts.join(", ")}}`;
      }
      case "Identifier":
        return node.name === "undefined" ? "None" : undefined;
    }
    return undefined;
  };

  // `named` has the types that comments define, and the names of classes.
  const signature = (name, node, places, comment, named) => {
    const types = documentedTypes(comment, named.types);
    const given = node.params.filter((one) => one.type !== "RestElement");
    const defaults = [];
    for (const one of given) {
      const text = defaultText(places.text, one);
      if (one.type === "AssignmentPattern") defaults.push(text ?? "…");
      else defaults.length = 0;
    }
    // One that is taken apart at once has no name but in the comment.
    const written = [...types.keys()].filter((one) => one !== "return");
    const plain = given.map(kit.compiling.nameOf);
    const nameAt = (place) => (plain[place] === "…" && written[place] !== undefined && !plain.includes(written[place]) ? written[place] : plain[place]);
    return {
      name, line: places.line(node), end_line: places.of(node.end)[0],
      parameters: given.map((_, place) => {
        const called = nameAt(place);
        const type = types.get(called) ?? null;
        const unread = type === null ? undefined : unknownName(type, named.classes);
        return [called, unread === undefined ? type : ["unread", unread]];
      }),
      returns: types.get("return") ?? null, defaults,
    };
  };

  // A method is called on what comes first.
  const methodSignature = (owner, one, places, comment, named) => {
    const found = signature(`${owner}.${one.key.name}`, one.value, places, comment, named);
    return { ...found, line: places.line(one), parameters: one.static ? found.parameters : [["self", null], ...found.parameters] };
  };

  const fieldsOf = (node, comments, text, named) => {
    const maker = kit.compiling.methods(node).find((one) => one.kind === "constructor");
    if (!maker) return [];
    const types = documentedTypes(documentation(text, comments, maker), named.types);
    return maker.value.params.filter((one) => one.type === "Identifier").map((one) => [one.name, types.get(one.name) ?? null]);
  };

  const FUNCTION = /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/;

  // Slips that explain wrong answers: see `vivabox.python.reading.slips` for the kinds that all languages share.
  const slips = (tree, text, places) => {
    const found = [];
    const note = (name, node, detail = "") => found.push([name, ...places.of(node.start), detail.slice(0, 40)]);
    const source = (node) => text.slice(node.start, node.end);
    const names = new Map();
    eachFunction(tree, (name, node) => names.set(node, name));
    hooks.walk(tree, (node) => {
      if (["IfStatement", "WhileStatement", "DoWhileStatement", "ConditionalExpression"].includes(node.type)) {
        const test = node.test;
        if (test.type === "AssignmentExpression" && test.operator === "=") note("assigned_condition", test, source(test));
      }
      if (["ForStatement", "WhileStatement", "ForOfStatement", "ForInStatement", "IfStatement"].includes(node.type)) {
        const body = node.type === "IfStatement" ? node.consequent : node.body;
        if (body.type === "EmptyStatement") note("empty_body", node, /^\w+/.exec(source(node))[0]);
      }
      if (/^(For|While|ForOf)Statement$/.test(node.type)) {
        const last = node.body.type === "BlockStatement" ? node.body.body.at(-1) : node.body;
        if (last?.type === "ReturnStatement" && !/\bcontinue\b/.test(source(node.body))) note("return_in_loop", last);
      }
      if (node.type === "LogicalExpression" && node.operator === "||" && node.right.type === "Literal" && node.right.value && typeof node.right.value !== "object" && node.left.type === "BinaryExpression" && /==/.test(node.left.operator)) note("or_constant", node, source(node));
      if (node.type === "ForInStatement") note("for_in", node, source(node.right));
      if (node.type === "CallExpression" && node.callee.type === "MemberExpression") {
        if (node.callee.property.name === "sort" && node.arguments.length === 0) note("sort_as_text", node, source(node.callee));
        if (node.callee.object.name === "console" && node.callee.property.name === "log") note("prints", node);
      }
      if (FUNCTION.test(node.type) && node.body.type === "BlockStatement") {
        let gives = false;
        let has = false;
        const go = (one) => {
          if (FUNCTION.test(one.type) && one !== node) return;
          if (one.type === "ReturnStatement") {
            has = true;
            gives ||= one.argument !== null;
          }
          for (const [child] of hooks.children(one)) go(child);
        };
        go(node);
        const called = names.get(node) ?? "";
        if (!gives && called) note("no_return", node, called);
        const only = node.body.body[0];
        if (node.type === "ArrowFunctionExpression" && node.body.body.length === 1 && only.type === "ExpressionStatement" && !has) note("arrow_braces", node, source(only));
        if (node.type === "ArrowFunctionExpression" && node.body.body.length === 1 && only.type === "LabeledStatement") note("arrow_braces", node, source(only));
      }
    });
    return found;
  };

  const recursive = (tree, places) => {
    const found = [];
    const functions = new Map();
    eachFunction(tree, (name, node) => name && functions.set(name, node));
    const calls = new Map();
    for (const [name, node] of functions) {
      const called = new Map();
      hooks.walk(node.body, (one) => {
        if (one.type !== "CallExpression") return;
        const callee = one.callee.type === "Identifier" ? one.callee.name : one.callee.type === "MemberExpression" && one.callee.object.type === "ThisExpression" ? one.callee.property.name : null;
        if (callee && functions.has(callee)) called.set(callee, one);
      });
      calls.set(name, called);
    }
    for (const [name, called] of calls) {
      for (const [first, node] of called) {
        const met = new Set();
        const todo = [first];
        while (todo.length) {
          const next = todo.pop();
          if (met.has(next)) continue;
          met.add(next);
          todo.push(...(calls.get(next) ?? new Map()).keys());
        }
        if (met.has(name)) found.push(["recursion", ...places.of(node.start)]);
      }
    }
    return found;
  };

  const survey = (text) => {
    let program;
    const comments = [];
    try {
      program = kit.compiling.parsed(text);
      acorn.parse(program.text, { ...kit.compiling.OPTIONS, onComment: comments });
    } catch (error) {
      const place = error.loc ? { line: error.loc.line, column: error.loc.column + 1 } : {};
      return { problem: `${error.message}`.replace(/ \(\d+:\d+\)$/, ""), ...place };
    }
    const { tree } = program;
    const source = program.text;
    const places = new Places(source);
    const top = kit.compiling.topFunctions(tree);
    const syntax = recursive(tree, places);
    const names = [];
    const imports = [];
    const bound = new Set();
    const constants = new Map();
    const lines = new Set();
    const habits = [];
    const go = (node, depth) => {
      const word = node.type === "Literal" && node.regex ? "regular expression" : WORDS[node.type];
      if (word) syntax.push([word, ...places.of(node.start)]);
      if (node.type === "VariableDeclaration") syntax.push([node.kind, ...places.of(node.start)]);
      if (node.type === "BinaryExpression" && /^[!=]=$/.test(node.operator)) syntax.push(["loose equality", ...places.of(node.start)]);
      if (FUNCTION.test(node.type)) {
        if (node.async) syntax.push(["async", ...places.of(node.start)]);
        if (node.generator) syntax.push(["generator", ...places.of(node.start)]);
        if (depth > 0 && node.type !== "ArrowFunctionExpression") syntax.push(["nested function", ...places.of(node.start)]);
        for (const one of node.params) kit.compiling.bound(one, bound);
        if (node.id) bound.add(node.id.name);
      }
      if (node.type === "VariableDeclarator") kit.compiling.bound(node.id, bound);
      if (node.type === "AssignmentExpression") kit.compiling.bound(node.left, bound);
      if (/^Class/.test(node.type) && node.id) bound.add(node.id.name);
      if (node.type === "CatchClause") kit.compiling.bound(node.param, bound);
      if (node.type === "MemberExpression" && !node.computed) {
        names.push([`${node.object.type === "Identifier" ? node.object.name : ""}.${node.property.name}`, ...places.of(node.start)]);
      }
      if (node.type === "MemberExpression" && node.computed && node.property.type === "Literal") {
        names.push([`.${node.property.value}`.slice(0, 200), ...places.of(node.start)]);
      }
      if (node.type === "Identifier") names.push([node.name, ...places.of(node.start)]);
      if (node.type === "CallExpression" && node.callee.name === "require" && node.arguments[0]?.type === "Literal") {
        imports.push([`${node.arguments[0].value}`.replace(/^node:/, "").slice(0, 200), ...places.of(node.start)]);
      }
      if (node.type === "Literal") {
        const value = node.regex ? kit.compiling.patternText(node) : node.value;
        if (typeof value === "number" && Number.isInteger(value) && Math.abs(value) < 2 ** 53) constants.set(`i${value}`, value);
        else if (typeof value === "number" && Number.isFinite(value)) constants.set(`f${value}`, ["float", `${value}`]);
        else if (typeof value === "string" && value.length <= (node.regex ? 80 : 40) && value.isWellFormed() && !/[\x00-\x1f\x7f]/.test(value)) constants.set(`s${value}`, value);
      }
      if (/Statement$|Declaration$/.test(node.type) && node.type !== "BlockStatement" && node.type !== "EmptyStatement" && node.directive === undefined) lines.add(places.line(node));
      if (node.type === "ArrowFunctionExpression" && node.body.type !== "BlockStatement") lines.add(places.line(node.body));
      for (const [child] of hooks.children(node)) go(child, depth + (FUNCTION.test(node.type) ? 1 : 0));
    };
    go(tree, 0);
    const all = kit.compiling.classes(tree);
    const named = { types: typedefs(comments), classes: new Set(all.map(([name]) => name)) };
    const sorted = (facts) => facts.slice(0, MOST).sort((one, two) => one[1] - two[1] || one[2] - two[2] || (one[0] < two[0] ? -1 : 1));
    return {
      functions: [
        ...top.map(([name, node, at]) => signature(name, node, places, documentation(source, comments, at === node ? node : at), named)),
        ...all.flatMap(([owner, cls]) => kit.compiling.methods(cls).filter((one) => one.kind !== "constructor").map((one) => methodSignature(owner, one, places, documentation(source, comments, one), named))),
      ],
      classes: all.map(([name, cls]) => ({ name, line: places.line(cls), fields: fieldsOf(cls, comments, source, named) })),
      constants: [...constants.values()].slice(0, 100), syntax: sorted(syntax), names: sorted(names), imports: sorted(imports), habits,
      slips: sorted(slips(tree, source, places)), flow: flow(tree, places), lines: [...lines].sort((one, two) => one - two).slice(0, MOST),
      defined: [...new Set([...kit.compiling.topNames(tree), ...top.map(([name]) => name), ...program.names.map(([name]) => name)])].sort(),
      bound: [...bound].sort().slice(0, MOST), impure: kit.purity.pure(tree) ? [] : [["unread", 1, 1]], pure: [],
    };
  };

  const literal = (text) => {
    const node = acorn.parseExpressionAt(text, 0, { ecmaVersion: "latest" });
    return pythonLiteral(node);
  };

  // Another name for a function at the top, wherever that name is meant.
  const renamed = ({ text, old, new: name }) => {
    const { tree } = kit.compiling.parsed(text);
    const places = [];
    hooks.walk(tree, (node) => {
      for (const [child, key] of hooks.children(node)) {
        const isName = child.type === "Identifier" && child.name === old;
        const isKey = (node.type === "MemberExpression" && key === "property" && !node.computed) || (key === "key" && !node.computed && !node.shorthand);
        if (isName && !isKey) places.push([child.start, child.end, node.type === "Property" && node.shorthand ? `${old}: ${name}` : name]);
      }
    });
    places.sort((one, two) => two[0] - one[0]);
    let found = text;
    for (const [from, until, by] of places) found = found.slice(0, from) + by + found.slice(until);
    return found;
  };

  // The tree of a trusted source, with its comments.
  const read = (text) => {
    const program = kit.compiling.parsed(text);
    const comments = [];
    acorn.parse(program.text, { ...kit.compiling.OPTIONS, sourceType: "script", allowAwaitOutsideFunction: program.waits, onComment: comments });
    return { ...program, comments };
  };

  kit.surveying = { read, survey, literal, renamed, SYNTAX, Places, pythonLiteral };
});
