// Whether a program could do more than compute, found without running it, and rather too much than too little: where this
// finds nothing, one call says nothing to the next.
//
// The story of why: state would have to be kept in a variable outside of functions, or in an object that lives longer than
// a call. At the top there are only functions and constants that are simple values, and every other name that is used
// stands inside of the block or function that declares it. The objects that stay are the functions at the top and those of
// the language: none of them is ever a value (they are called by their names, from a list), no member is assigned, and no
// member is taken by a name that is put together: keys that are computed are numbers, by their form. What is left for a
// program are its arguments and what it makes itself, anew in every call.
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
  // Of `Math` what is exact, so that every engine gives the same.
  const MEMBERS = new Map([
    ["Math", /^(abs|min|max|floor|ceil|round|trunc|sign|sqrt|PI|E)$/],
    ["Number", /^(is(Integer|NaN|Finite|SafeInteger)|parse(Int|Float)|M(AX|IN)_SAFE_INTEGER|EPSILON)$/],
    ["Array", /^(isArray|from|of)$/], ["String", /^fromCharCode$/], ["Object", /^(keys|values|entries|hasOwn|is)$/],
  ]);
  const REACHING = /^(constructor|prototype|caller|callee|arguments|call|apply|bind|stack|localeCompare|toLocale\w*|valueOf|__\w+__)$/;
  const NUMERIC = new Set(["-", "*", "/", "%", "**", "|", "&", "^", "<<", ">>", ">>>"]);
  const FUNCTION = /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/;
  const BLOCK = /^(Program|BlockStatement|ForStatement|ForOfStatement)$/;

  // `module.exports = f`, which is the last that happens.
  const exporting = (node) =>
    node.type === "ExpressionStatement" && node.expression.type === "AssignmentExpression" && node.expression.right.type === "Identifier"
    && node.expression.operator === "=" && node.expression.left.type === "MemberExpression" && !node.expression.left.computed
    && node.expression.left.object.type === "Identifier" && node.expression.left.object.name === "module" && node.expression.left.property.name === "exports";

  // The names at the top, and whether each is a simple value; null where there is anything but functions and constants.
  const namesAtTop = (body) => {
    const found = new Map();
    for (const node of body) {
      if (node.directive !== undefined) continue;
      if (node.type === "FunctionDeclaration") found.set(node.id.name, false);
      else if (node.type !== "VariableDeclaration" || node.kind !== "const") return null;
      else
        for (const one of node.declarations) {
          const isValue = one.init?.type === "Literal" && !one.init.regex;
          if (one.id.type !== "Identifier" || !(isValue || (FUNCTION.test(one.init?.type) && !one.init.id))) return null;
          found.set(one.id.name, isValue);
        }
    }
    return found;
  };

  // Everywhere else: which name is declared where, and with what; what is assigned. Null where something may be more.
  const declarations = (tree) => {
    const scopes = new Map(); // of each name: the nodes in which it is known, with what it begins
    const assigned = [];
    let fine = true;
    const declare = (pattern, scope, init) => {
      if (pattern.type === "Identifier") scopes.set(pattern.name, [...(scopes.get(pattern.name) ?? []), { scope, init }]);
      else if (pattern.type === "ArrayPattern") for (const one of pattern.elements) one && declare(one, scope, null);
      else fine = false;
    };
    const visit = (node, block, inside, atTop) => {
      const nested = FUNCTION.test(node.type);
      if (!ALLOWED.has(node.type) || node.async || node.generator || node.await) fine = false;
      if (nested && ((node.type === "FunctionDeclaration" && !atTop) || (node.type === "FunctionExpression" && node.id))) fine = false;
      if (nested) for (const one of node.params) declare(one, node, null);
      if (node.type === "VariableDeclaration" && !atTop)
        for (const one of node.declarations) declare(one.id, node.kind === "var" ? inside : block, one.init);
      if (node.type === "ForOfStatement" && node.left.type !== "VariableDeclaration") fine = false;
      if (node.type === "AssignmentExpression" || node.type === "UpdateExpression") {
        const target = node.left ?? node.argument;
        if (target.type === "Identifier") assigned.push([target.name, node]);
        else fine = false;
      }
      // What `switch` looks at stands before the block of its cases.
      const cases = node.type === "SwitchStatement" && { start: node.discriminant.end, end: node.end };
      const around = cases || (BLOCK.test(node.type) ? node : block);
      for (const [child, key] of kit.hooks.children(node))
        visit(child, nested ? node : key === "discriminant" ? block : around, nested ? node : inside, node === tree);
    };
    visit(tree, tree, tree, false);
    return fine ? { scopes, assigned } : null;
  };

  const pure = (program) => {
    const tree = { ...program, body: program.body.filter((node) => !exporting(node)) };
    const top = namesAtTop(tree.body);
    const found = top && declarations(tree);
    if (!found) return false;
    const { scopes, assigned } = found;
    for (const name of scopes.keys()) if (top.has(name) || CALLED.has(name) || MADE.has(name) || MEMBERS.has(name) || SIMPLE.has(name)) return false;
    const isOwn = (node) => (scopes.get(node.name) ?? []).some(({ scope }) => scope.start <= node.start && node.end <= scope.end);

    // A number whatever happens, by its form.
    const isNumber = (node, deep = 0) => {
      if (deep > 20) return false;
      switch (node?.type) {
        case "Literal":
          return typeof node.value === "number";
        case "UnaryExpression":
          return /^[-+~]$/.test(node.operator);
        case "UpdateExpression":
          return true;
        case "BinaryExpression":
          return NUMERIC.has(node.operator) || (node.operator === "+" && isNumber(node.left, deep + 1) && isNumber(node.right, deep + 1));
        case "Identifier":
          return isOwn(node) && scopes.get(node.name).every(({ init }) => isNumber(init, deep + 5))
            && assigned.every(([name, by]) => name !== node.name || by.type === "UpdateExpression"
              || NUMERIC.has(by.operator.slice(0, -1)) || (by.operator === "+=" && isNumber(by.right, deep + 5)));
      }
      return false;
    };
    // How engines sort by a function that contradicts itself is their own affair.
    const subtracts = (node) =>
      node.type === "ArrowFunctionExpression" && node.params.length === 2 && node.params.every((one) => one.type === "Identifier")
      && node.body.type === "BinaryExpression" && node.body.operator === "-" && node.body.left.type === "Identifier" && node.body.right.type === "Identifier"
      && [node.body.left.name, node.body.right.name].sort().join() === node.params.map((one) => one.name).sort().join();
    // What engines may round in their own way: powers but squares, and fractions in a base that is no power of two.
    const isOwnRounding = (node) =>
      (node.operator === "**" && node.right.value !== 2) || node.operator === "**="
      || (node.callee?.property?.name === "toString" && node.arguments.length > 0 && ![2, 4, 8, 10, 16, 32].includes(node.arguments[0].value));
    const sorts = (node) => node.callee.type === "MemberExpression" && /^(sort|toSorted)$/.test(node.callee.property.name);

    const isFine = (node, parent, key) => {
      if (isOwnRounding(node)) return false;
      switch (node.type) {
        case "Identifier": {
          if ((key === "property" && !parent.computed) || (parent.type === "Property" && key === "key")) return !REACHING.test(node.name);
          if (isOwn(node) || SIMPLE.has(node.name)) return true;
          const called = parent.type === "CallExpression" && key === "callee";
          if (top.has(node.name)) return key === "id" || called || top.get(node.name);
          if (parent.type === "MemberExpression" && key === "object") return !parent.computed && (MEMBERS.get(node.name)?.test(parent.property.name) ?? false);
          return called ? CALLED.has(node.name) : parent.type === "NewExpression" && key === "callee" && MADE.has(node.name);
        }
        case "AssignmentExpression":
          return isOwn(node.left);
        case "UpdateExpression":
          return isOwn(node.argument);
        case "MemberExpression": {
          if (parent.type === "CallExpression" && key === "callee") return !node.computed;
          if (node.optional) return false;
          if (node.computed) return isNumber(node.property);
          // A method that is not called would be a function that stays.
          const constant = node.object.type === "Identifier" && MEMBERS.has(node.object.name) && /^[A-Z][A-Z0-9_]*$/.test(node.property.name);
          return constant || node.property.name === "length" || node.property.name === "size";
        }
        case "CallExpression":
          if (sorts(node) && !node.arguments.every(subtracts)) return false;
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
    const todo = tree.body.map((node) => [node, tree, "body"]);
    while (todo.length) {
      const [node, parent, key] = todo.pop();
      if (node.directive !== undefined) continue;
      if (!isFine(node, parent, key)) return false;
      for (const [child, name] of kit.hooks.children(node)) todo.push([child, node, name]);
    }
    return true;
  };

  kit.purity = { pure };
});
