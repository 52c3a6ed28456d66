// Whether a program could do more than compute, found without running it, and rather too much than too little: where this
// finds nothing, one call says nothing to the next.
//
// The story of why: state would have to be kept in a variable outside of functions, or in an object that lives longer than
// a call. There are no variables at the top but constants that are functions or simple values; and the only other objects
// that stay are functions, of the program and of the language, which nothing here can write into: no member is ever
// assigned, and what could write otherwise (`Object.assign`, `call`, a constructor reached by a name that is put together)
// is not among what is allowed. Keys that are computed are numbers, by their form.
(function (kit) {
  "use strict";
  const ALLOWED = new Set([
    "Program", "FunctionDeclaration", "FunctionExpression", "ArrowFunctionExpression", "VariableDeclaration", "VariableDeclarator",
    "BlockStatement", "ReturnStatement", "IfStatement", "ForStatement", "WhileStatement", "DoWhileStatement", "ForOfStatement",
    "BreakStatement", "ContinueStatement", "SwitchStatement", "SwitchCase", "ExpressionStatement", "EmptyStatement",
    "ThrowStatement", "Identifier", "Literal", "TemplateLiteral", "TemplateElement", "BinaryExpression", "UnaryExpression",
    "LogicalExpression", "ConditionalExpression", "AssignmentExpression", "UpdateExpression", "CallExpression", "NewExpression",
    "MemberExpression", "ArrayExpression", "SpreadElement", "ArrayPattern", "SequenceExpression", "ObjectExpression", "Property",
  ]);
  const SIMPLE = new Set(["undefined", "NaN", "Infinity"]);
  const CALLED = new Set(["Number", "String", "Boolean", "parseInt", "parseFloat", "isNaN", "isFinite", "BigInt"]);
  const MADE = new Set(["Set", "Map", "Error", "TypeError", "RangeError"]);
  const MEMBERS = new Map([
    ["Math", /^(?!random$)\w+$/], ["Number", /^(is(Integer|NaN|Finite|SafeInteger)|parse(Int|Float)|M(AX|IN)_SAFE_INTEGER|EPSILON)$/],
    ["Array", /^(isArray|from|of)$/], ["String", /^fromCharCode$/], ["Object", /^(keys|values|entries|hasOwn|is)$/],
  ]);
  const REACHING = /^(constructor|prototype|caller|callee|arguments|call|apply|bind|stack|localeCompare|toLocale\w*|__\w+__)$/;
  const NUMERIC = new Set(["-", "*", "/", "%", "**", "|", "&", "^", "<<", ">>", ">>>"]);

  // `module.exports = f`, which is the last that happens.
  const exporting = (node) =>
    node.type === "ExpressionStatement" && node.expression.type === "AssignmentExpression" && node.expression.right.type === "Identifier"
    && node.expression.operator === "=" && node.expression.left.type === "MemberExpression" && !node.expression.left.computed
    && node.expression.left.object.type === "Identifier" && node.expression.left.object.name === "module" && node.expression.left.property.name === "exports";

  const pure = (program) => {
    const tree = { ...program, body: program.body.filter((node) => !exporting(node)) };
    const top = new Set();
    for (const node of tree.body) {
      if (node.directive !== undefined) continue;
      if (node.type === "FunctionDeclaration") top.add(node.id.name);
      else if (node.type === "VariableDeclaration" && node.kind === "const") {
        for (const one of node.declarations) {
          if (one.id.type !== "Identifier" || !/^(FunctionExpression|ArrowFunctionExpression|Literal)$/.test(one.init?.type) || one.init.regex) return false;
          top.add(one.id.name);
        }
      } else return false;
    }
    const locals = new Map(); // how often a name is declared, and with what
    const declare = (pattern, init) => {
      if (pattern.type === "Identifier") locals.set(pattern.name, [...(locals.get(pattern.name) ?? []), init]);
      else if (pattern.type === "ArrayPattern") for (const one of pattern.elements) if (one) declare(one, null);
    };
    const assigned = [];
    let fine = true;
    const roots = new Set(tree.body.flatMap((node) => (node.type === "VariableDeclaration" ? node.declarations : [node])));
    kit.hooks.walk(tree, (node) => {
      if (!ALLOWED.has(node.type) || node.async || node.generator || node.await) fine = false;
      if (/Function/.test(node.type)) {
        for (const one of node.params) declare(one, null);
        if (node.type !== "ArrowFunctionExpression" && node.id && !roots.has(node)) declare(node.id, null);
      }
      if (node.type === "VariableDeclarator" && !roots.has(node)) declare(node.id, node.init);
      if (node.type === "AssignmentExpression") {
        if (node.left.type !== "Identifier" && node.left.type !== "ArrayPattern") fine = false;
        else assigned.push([node.left, node.operator === "=" || NUMERIC.has(node.operator.slice(0, -1)) || node.operator === "+=" ? node : null]);
      }
      if (node.type === "UpdateExpression") {
        if (node.argument.type !== "Identifier") fine = false;
        else assigned.push([node.argument, undefined]);
      }
    });
    if (!fine) return false;
    // What is declared in two worlds is not told apart here.
    for (const name of locals.keys()) if (top.has(name) || CALLED.has(name) || MADE.has(name) || MEMBERS.has(name) || SIMPLE.has(name)) return false;
    const targets = (pattern) => (pattern.type === "Identifier" ? [pattern.name] : pattern.elements.flatMap((one) => (one ? targets(one) : [])));
    const simple = (pattern) => pattern.type === "Identifier" || (pattern.type === "ArrayPattern" && pattern.elements.every((one) => !one || simple(one)));
    for (const [target] of assigned) if (!simple(target) || !targets(target).every((name) => locals.has(name))) return false;
    const isNumber = (node, deep = 0) => {
      if (deep > 20) return false;
      switch (node.type) {
        case "Literal":
          return typeof node.value === "number";
        case "UnaryExpression":
          return /^[-+~]$/.test(node.operator);
        case "UpdateExpression":
          return true;
        case "MemberExpression":
          return !node.computed && node.property.name === "length";
        case "BinaryExpression":
          return NUMERIC.has(node.operator) || (node.operator === "+" && isNumber(node.left, deep + 1) && isNumber(node.right, deep + 1));
        case "Identifier": {
          const inits = locals.get(node.name);
          if (!inits || inits.some((init) => init === null || init === undefined || !isNumber(init, deep + 5))) return false;
          return assigned.every(([target, by]) => !targets(target).includes(node.name) || by === undefined
            || (by !== null && target.type === "Identifier" && by.operator !== "=" && (by.operator !== "+=" || isNumber(by.right, deep + 5))));
        }
      }
      return false;
    };
    // Every use of a name, and every member.
    const looked = (node, parent, key) => {
      switch (node.type) {
        case "Identifier": {
          if (key === "property" && !parent.computed) return !REACHING.test(node.name);
          if (parent.type === "Property" && key === "key") return !REACHING.test(node.name);
          if ((key === "label") || locals.has(node.name) || SIMPLE.has(node.name)) return true;
          const declaration = key === "id";
          const called = parent.type === "CallExpression" && key === "callee";
          if (top.has(node.name)) return declaration || called || isValue(node.name);
          if (parent.type === "MemberExpression" && key === "object") return !parent.computed && (MEMBERS.get(node.name)?.test(parent.property.name) ?? false);
          return called ? CALLED.has(node.name) : parent.type === "NewExpression" && key === "callee" && MADE.has(node.name);
        }
        case "MemberExpression": {
          if (parent.type === "CallExpression" && key === "callee") return !node.computed;
          if (node.optional) return false;
          if (node.computed) return isNumber(node.property);
          // A method that is not called would be a function that stays.
          const constant = node.object.type === "Identifier" && MEMBERS.has(node.object.name) && /^[A-Z][A-Z0-9_]*$/.test(node.property.name);
          return constant || node.property.name === "length" || node.property.name === "size";
        }
        case "CallExpression":
          return !node.optional && (node.callee.type === "Identifier" || node.callee.type === "MemberExpression");
        case "Property":
          return node.kind === "init" && !node.computed && !node.method && !(node.key.type === "Literal" && REACHING.test(`${node.key.value}`));
        case "UnaryExpression":
          return node.operator !== "delete";
        case "Literal":
          return !node.regex;
      }
      return true;
    };
    const isValue = (name) => tree.body.some((node) => node.type === "VariableDeclaration" && node.declarations.some((one) => one.id.name === name && one.init.type === "Literal"));
    const todo = tree.body.map((node) => [node, tree, "body"]);
    while (todo.length) {
      const [node, parent, key] = todo.pop();
      if (node.directive !== undefined) continue;
      if (!looked(node, parent, key)) return false;
      for (const [child, name] of kit.hooks.children(node)) todo.push([child, node, name]);
    }
    return true;
  };

  kit.purity = { pure };
});
