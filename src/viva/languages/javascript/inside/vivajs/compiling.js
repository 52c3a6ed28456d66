// From the text of a submission to a program with hooks. No line of it is run here. Start reading here.
(function (kit) {
  "use strict";
  const { acorn, hooks } = kit;
  const OFFSET = 10000; // as in `sources.js`
  const OPTIONS = {
    ecmaVersion: "latest", allowHashBang: true, allowReturnOutsideFunction: true, allowSuperOutsideMethod: false,
  };
  const MODULE = /'import' and 'export' may appear only with|Cannot use 'import\.meta' outside a module/;
  const AWAIT = /\bawait\b/;
  const META = '({ url: "file:///tmp/submission.mjs" })'; // what stands for `import.meta`

  // The tree of a text, and the text it is of: that of a module is written as what Node makes of it, line by line.
  const parsed = (text) => {
    const plain = text.startsWith("#!") ? `//${text.slice(2)}` : text;
    try {
      return { text: plain, tree: acorn.parse(plain, { ...OPTIONS, sourceType: "script" }), strict: false, waits: false, names: [] };
    } catch (error) {
      if (!MODULE.test(error.message) && !AWAIT.test(plain)) throw error;
      const module = asModule(plain, error);
      const waits = awaits(module);
      if (!MODULE.test(error.message) && !waits) throw error; // an `await` in a function that is not `async`
      const { text: written, names } = withoutModules(plain, module);
      const tree = acorn.parse(written, { ...OPTIONS, sourceType: "script", allowAwaitOutsideFunction: waits });
      return { text: written, tree, strict: true, waits, names };
    }
  };

  // What is no module either is told as what it is not as a script, unless it is meant as a module.
  const asModule = (text, error) => {
    try {
      return acorn.parse(text, { ...OPTIONS, sourceType: "module" });
    } catch (second) {
      throw MODULE.test(error.message) ? second : error;
    }
  };

  // Is there an `await` outside of all functions?
  const awaits = (tree) => {
    const todo = [tree];
    while (todo.length) {
      const node = todo.pop();
      if (node.type === "AwaitExpression" || (node.type === "ForOfStatement" && node.await)) return true;
      if (/^(Function|ArrowFunction)/.test(node.type)) continue;
      for (const [child] of hooks.children(node)) todo.push(child);
    }
    return false;
  };

  // `import` becomes `require`, and `export` goes; what is exported under another name is told.
  const withoutModules = (text, tree) => {
    const names = [];
    const edits = [];
    const replace = (from, until, by) => edits.push([from, until, by + text.slice(from, until).replace(/[^\n\r\u2028\u2029]/g, "")]);
    const blank = (from, until) => " ".repeat(text.slice(from, until).replace(/[\n\r\u2028\u2029]/g, "").length);
    for (const node of tree.body) {
      if (node.type === "ImportDeclaration") replace(node.start, node.end, required(node));
      else if (node.type === "ExportNamedDeclaration" && node.declaration) {
        replace(node.start, node.declaration.start, blank(node.start, node.declaration.start));
      } else if (node.type === "ExportNamedDeclaration" || node.type === "ExportAllDeclaration") {
        for (const one of node.specifiers ?? []) {
          if (one.local.name !== one.exported.name) names.push([one.exported.name, one.local.name]);
        }
        replace(node.start, node.end, ";");
      } else if (node.type === "ExportDefaultDeclaration") {
        const named = /^(Function|Class)Declaration$/.test(node.declaration.type) && node.declaration.id;
        replace(node.start, node.declaration.start, named ? blank(node.start, node.declaration.start) : ";module.exports=");
        if (!named) edits.push([node.end, node.end, ";"]);
      }
    }
    hooks.walk(tree, (node) => {
      if (node.type === "MetaProperty" && node.meta.name === "import") replace(node.start, node.end, META);
    });
    edits.sort((one, two) => one[0] - two[0] || one[1] - two[1]);
    let found = "";
    let at = 0;
    for (const [from, until, by] of edits) {
      found += text.slice(at, from) + by;
      at = until;
    }
    return { text: found + text.slice(at), names };
  };

  const required = (node) => {
    const from = `require(${JSON.stringify(node.source.value)})`;
    if (!node.specifiers.length) return `${from};`;
    const parts = node.specifiers.map((one) =>
      one.type === "ImportSpecifier" ? `${one.local.name}=${from}.${one.imported.name}` : `${one.local.name}=${from}`);
    return `const ${parts.join(",")};`;
  };

  // The names that are bound at the top.
  const topNames = (tree) => {
    const found = new Set();
    for (const node of tree.body) {
      if (/^(Function|Class)Declaration$/.test(node.type)) found.add(node.id.name);
      else if (node.type === "VariableDeclaration") for (const one of node.declarations) bound(one.id, found);
    }
    const todo = tree.body.filter((node) => !/^(Function|Class)Declaration$/.test(node.type));
    while (todo.length) {
      const node = todo.pop();
      if (node.type === "VariableDeclaration" && node.kind === "var") for (const one of node.declarations) bound(one.id, found);
      if (/Function|Class/.test(node.type)) continue;
      for (const [child] of hooks.children(node)) todo.push(child);
    }
    return [...found];
  };
  const bound = (pattern, found) => {
    switch (pattern?.type) {
      case "Identifier":
        found.add(pattern.name);
        break;
      case "ObjectPattern":
        for (const part of pattern.properties) bound(part.value ?? part.argument, found);
        break;
      case "ArrayPattern":
        for (const part of pattern.elements) bound(part, found);
        break;
      case "AssignmentPattern":
        bound(pattern.left, found);
        break;
      case "RestElement":
        bound(pattern.argument, found);
    }
  };

  // The whole program: a function as Node makes one of a module, with the names of the hooks.
  const wrapped = ({ text, tree, strict, waits, names }, wanted) => {
    const found = hooks.hooked(text, tree, wanted);
    const own = hooks.unused(text, `$viva${kit.salt}Own`);
    const known = topNames(tree).filter((name) => name !== "arguments");
    const getters = [...known.map((name) => [name, name]), ...names].map(([name, value]) => `${JSON.stringify(name)}:()=>${value}`);
    const kept = kit.keeping(tree);
    const exporter = `;${own}({__proto__:null,${getters.join(",")}}${kept ? `,${JSON.stringify(JSON.stringify(kept))}` : ""});`;
    const code = found.afterDirectives(exporter);
    const { N, S, C, P, X } = found.names;
    const head = `(function (${N}, ${S}, ${C}, ${own}, ${P}, ${X}) { return (${waits ? "async " : ""}function (exports, require, module, __filename, __dirname) {${strict ? '"use strict";' : ""}`;
    const { sites, readings, counters } = found;
    const shift = head.length + OFFSET;
    const spans = found.spans.map(([from, until, ...plain]) => [from + shift, until + shift, ...plain]);
    // The last line is for `sources.js`: what functions are written like without hooks.
    const sources = JSON.stringify({ text, spans }).replace(/[\u2028\u2029]/g, (one) => `\\u${one.charCodeAt(0).toString(16)}`);
    const before = `${head}${"\n".repeat(OFFSET)}`;
    return { sites, readings, counters, before, hooked: code, code: `${before}${code}\n}); })\n//${sources}` };
  };

  // The program with hooks for steps as the text itself and what is put into it, place by place, so that a small change of
  // the text needs no parser: hooks are put into a text in which every letter is another one. null where that cannot be.
  const LETTERS = 0x4e00;
  const MOST_LETTERS = 20000;
  const spliced = (text) => {
    const program = parsed(text);
    if (program.text !== text || text.length > MOST_LETTERS || /[\u4e00-\uffff]|\$viva/.test(text)) return null;
    const letters = Array.from({ length: text.length }, (_, place) => String.fromCharCode(LETTERS + place)).join("");
    const found = wrapped({ ...program, text: letters }, { steps: true });
    const insertions = [];
    let [at, more] = [0, ""];
    for (const letter of found.hooked) {
      const place = letter.charCodeAt(0) - LETTERS;
      if (place < 0 || place >= text.length) {
        more += letter;
        continue;
      }
      if (place === at + 1 && text[at] === "{" && more.includes("{")) {
        // The bracket of a block, which is written anew with a hook behind it.
        const open = more.indexOf("{");
        if (open) insertions.push([at, more.slice(0, open)]);
        [at, more] = [place, more.slice(open + 1)];
      }
      if (place !== at) return null;
      if (more) insertions.push([place, more]);
      [at, more] = [place + 1, ""];
    }
    if (at !== text.length) return null;
    if (more) insertions.push([text.length, more]);
    return { before: found.before, insertions, counters: found.counters.length };
  };

  const parameters = (node) => node.params.map((one) => nameOf(one));
  const nameOf = (one) =>
    one.type === "Identifier" ? one.name : one.type === "AssignmentPattern" ? nameOf(one.left)
      : one.type === "RestElement" ? nameOf(one.argument) : "…";

  // A function takes whatever it is given: `arguments` has the rest.
  const functionFact = (name, node, line) => ({
    name, line, parameters: parameters(node), required: 0, any_number: true, keyword_only: [], generator: !!node.generator,
    coroutine: false,
  });

  const FUNCTION = /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/;
  const topFunctions = (tree) => {
    const found = [];
    for (const node of tree.body) {
      if (node.type === "FunctionDeclaration") found.push([node.id.name, node, node]);
      if (node.type === "VariableDeclaration") {
        for (const one of node.declarations) {
          if (one.id.type === "Identifier" && one.init && FUNCTION.test(one.init.type)) found.push([one.id.name, one.init, one]);
        }
      }
      const assigned = node.type === "ExpressionStatement" && node.expression.type === "AssignmentExpression" ? node.expression : null;
      if (assigned && FUNCTION.test(assigned.right.type)) {
        const left = assigned.left;
        const name = left.type === "Identifier" ? left.name : left.type === "MemberExpression" && !left.computed ? left.property.name : null;
        if (name && name !== "exports" && !isPrototype(left)) found.push([name, assigned.right, assigned]);
      }
    }
    return found;
  };
  const isPrototype = (left) => left.type === "MemberExpression" && left.object.type === "MemberExpression" && left.object.property.name === "prototype";

  const classes = (tree) => tree.body.flatMap((node) => {
    if (node.type === "ClassDeclaration") return [[node.id.name, node]];
    if (node.type !== "VariableDeclaration") return [];
    return node.declarations.filter((one) => one.init?.type === "ClassExpression" && one.id.type === "Identifier").map((one) => [one.id.name, one.init]);
  });
  const methods = (node) => node.body.body.filter((one) => one.type === "MethodDefinition" && !one.computed && one.key.name);

  const deepest = (tree) => {
    let most = 0;
    const todo = tree.body.map((node) => [node, 1]);
    while (todo.length) {
      const [node, depth] = todo.pop();
      if (/Statement$|Declaration$/.test(node.type)) most = Math.max(most, depth);
      for (const [child, key] of hooks.children(node)) {
        const chained = node.type === "IfStatement" && key === "alternate" && child.type === "IfStatement";
        const block = node.type === "BlockStatement" || child.type === "BlockStatement";
        todo.push([child, depth + (/Statement$|Declaration$/.test(child.type) && !chained && !block ? 1 : 0) + (node.type === "BlockStatement" ? 1 : 0)]);
      }
    }
    return most;
  };

  // A regular expression as Python would write it: texts that match it are made outside.
  const patternText = (node) => node.regex.pattern.replace(/\(\?<(?=[A-Za-z_])/g, "(?P<");
  const constants = (tree) => {
    const found = new Set();
    hooks.walk(tree, (node) => {
      const value = node.type === "TemplateElement" ? node.value.cooked : node.regex ? patternText(node) : node.type === "Literal" ? node.value : undefined;
      if (typeof value === "number" && Number.isInteger(value) && Math.abs(value) <= 1e15) found.add(value);
      if (typeof value === "string" && value.length <= (node.regex ? 80 : 40) && value.isWellFormed() && !/[\x00-\x1f\x7f]/.test(value)) found.add(value);
    });
    return [...found].slice(0, 60);
  };

  const compiled = (text, wanted) => {
    const program = parsed(text);
    if (!program.tree.body.length) return { problem: { reason: "empty", kind: "Empty", message: "there is no statement" } };
    const lines = hooks.lineStarts(program.text);
    const lineOf = (node) => {
      let line = 0;
      while (line + 1 < lines.length && lines[line + 1] <= node.start) line++;
      return line + 1;
    };
    const found = wrapped(program, wanted);
    (0, eval)(found.code); // a function that is not called: the engine has to agree to it
    return {
      code: found.code, sites: found.sites, counters: found.counters, readings: found.readings,
      functions: topFunctions(program.tree).map(([name, node, at]) => functionFact(name, node, lineOf(at))),
      classes: [
        ...classes(program.tree).map(([name, node]) => ({
          name, line: lineOf(node), methods: methods(node).map((one) => functionFact(one.key.name, one.value, lineOf(one))),
        })),
        ...kit.outlining.oldClasses(program.tree).map(([name, , at, parts]) => ({
          name, line: lineOf(at), methods: parts.map(([called, node, where]) => functionFact(called, node, lineOf(where))),
        })),
      ],
      depth: deepest(program.tree), constants: constants(program.tree),
    };
  };

  const problemOf = (text, error) => {
    if (error instanceof RangeError || error.name === "InternalError") {
      return { reason: "too_complex", kind: error.name, message: "nested too deeply" };
    }
    return { reason: "syntax_error", ...kit.problems.cause(text, error) };
  };

  kit.compiling = { parsed, patternText, topNames, topFunctions, bound, classes, methods, nameOf, OPTIONS };
  kit.tools = {
    compile: (data) => {
      const { text, hooks: wanted, salt } = JSON.parse(data);
      kit.salt = salt;
      try {
        return JSON.stringify(compiled(text, wanted));
      } catch (error) {
        return JSON.stringify({ problem: problemOf(text, error) });
      }
    },
    survey: (data) => JSON.stringify(kit.surveying.survey(JSON.parse(data).text)),
    documented: (data) => JSON.stringify(kit.guessing.documented(JSON.parse(data))),
    guess: (data) => JSON.stringify(kit.guessing.guessed(JSON.parse(data))),
    readType: (data) => {
      const { type, problem } = kit.types.readType(JSON.parse(data).text);
      return JSON.stringify(problem === undefined ? { type: kit.functions.filled(type) } : { problem });
    },
    literal: (data) => JSON.stringify(kit.surveying.literal(JSON.parse(data).text) ?? null),
    watchNumbers: (data) => JSON.stringify(kit.numbers.watched(JSON.parse(data))),
    outline: (data) => JSON.stringify(kit.outlining.outline(JSON.parse(data).text)),
    definitions: (data) => JSON.stringify(kit.outlining.definitions(JSON.parse(data))),
    rename: (data) => JSON.stringify(kit.surveying.renamed(JSON.parse(data))),
    edits: (data) => JSON.stringify(kit.changing.edits(JSON.parse(data))),
    splice: (data) => {
      try {
        return JSON.stringify(spliced(JSON.parse(data).text));
      } catch {
        return "null";
      }
    },
    compileAll: (data) => {
      const { text, edits, hooks: wanted, salt } = JSON.parse(data);
      kit.salt = salt;
      return JSON.stringify(edits.map((pieces) => {
        try {
          const changed = kit.changing.put(text, pieces);
          return { ...compiled(changed, wanted), text: changed };
        } catch {
          return null;
        }
      }));
    },
  };
});
