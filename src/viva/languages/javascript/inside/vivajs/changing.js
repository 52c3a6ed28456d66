// Small edits of a program: what a slip of the pen or a usual mistake of a beginner would have to be undone by.
(function (kit) {
  "use strict";
  const { hooks } = kit;
  const TURNED = {
    __proto__: null,
    "<": ["<=", ">", ">="], "<=": ["<", ">="], ">": [">=", "<", "<="], ">=": [">", "<="], "==": ["===", "!="],
    "!=": ["!==", "=="], "===": ["!==", "<=", ">="], "!==": ["===", "<", ">"],
  };
  const OPERATORS = { __proto__: null, "+": ["-", "*"], "-": ["+"], "*": ["+", "**"], "/": ["*", "%"], "%": ["/"], "**": ["*"], "&": ["&&"], "|": ["||"] };
  const ASSIGNED = { __proto__: null, "=": ["+="], "+=": ["-=", "=", "*="], "-=": ["+="], "*=": ["+="], "/=": ["*="] };
  const WORDS = {
    __proto__: null,
    max: ["min"], min: ["max"], floor: ["ceil", "round"], ceil: ["floor", "round"], round: ["floor", "ceil"], push: ["unshift"],
    unshift: ["push"], pop: ["shift"], shift: ["pop"], slice: ["splice"], splice: ["slice"], indexOf: ["lastIndexOf"],
    lastIndexOf: ["indexOf"], some: ["every"], every: ["some"], toUpperCase: ["toLowerCase"], toLowerCase: ["toUpperCase"],
    includes: ["startsWith"], map: ["filter"], filter: ["map"], trunc: ["floor"], substring: ["slice"], substr: ["substring"],
    parseInt: ["Number", "parseFloat"], parseFloat: ["Number"],
  };
  const FUNCTION = /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/;
  const DROPPED = new Set(["ExpressionStatement", "ReturnStatement", "BreakStatement", "ContinueStatement", "IfStatement"]);

  const put = (text, pieces) => {
    let found = "";
    let at = 0;
    for (const [from, until, by] of [...pieces].sort((one, two) => one[0] - two[0] || one[1] - two[1])) {
      if (from >= at) found += text.slice(at, from) + by;
      at = Math.max(at, until);
    }
    return found + text.slice(at);
  };

  const edits = ({ text, numbers = [], texts = [], most = 1000 }) => {
    if (/[\ud800-\udfff]/.test(text)) return []; // places would count differently
    let tree;
    try {
      const program = kit.compiling.parsed(text);
      if (program.strict || program.text.length !== text.length) return [];
      ({ tree } = program);
    } catch {
      return [];
    }
    const ranks = [[], [], []]; // the likeliest first
    const add = (rank, kind, from, until, by) => {
      if (text.slice(from, until) !== by) ranks[rank].push([kind, 1, [[from, until, by]]]);
    };
    const source = (node) => text.slice(node.start, node.end);
    const operator = (node, left, right) => {
      const between = text.slice(left.end, right.start);
      const at = between.indexOf(node.operator);
      return at < 0 ? null : [left.end + at, left.end + at + node.operator.length];
    };
    const named = (node, name) => {
      let found = false;
      hooks.walk(node, (one) => {
        found ||= one.type === "Identifier" && one.name === name;
      });
      return found;
    };
    const bound = new Set();
    const inScope = new Map(); // function -> names
    const go = (node, parent, key, names, inCondition) => {
      let known = names;
      if (FUNCTION.test(node.type)) {
        known = new Set(names);
        for (const one of node.params) kit.compiling.bound(one, known);
        hooks.walk(node.body, (one) => {
          if (one.type === "VariableDeclarator") kit.compiling.bound(one.id, known);
        });
        inScope.set(node, known);
        const body = node.body.type === "BlockStatement" ? node.body.body : [];
        const last = body.at(-1);
        if (last?.type === "ExpressionStatement") add(0, "return", last.start, last.start, "return ");
        if (node.type === "ArrowFunctionExpression" && body.length === 1 && last.type === "ExpressionStatement") {
          add(0, "return", node.body.start, node.body.end, source(last.expression));
        }
      }
      const test = ["IfStatement", "WhileStatement", "DoWhileStatement", "ForStatement", "ConditionalExpression"].includes(parent?.type) && key === "test";
      if (test && node.type === "AssignmentExpression" && node.operator === "=") {
        const at = operator(node, node.left, node.right);
        if (at) add(0, "comparison", ...at, "===");
      }
      if (test) {
        if (node.type === "UnaryExpression" && node.operator === "!") add(1, "condition", node.start, node.end, source(node.argument));
        else ranks[1].push(["condition", 2, [[node.start, node.start, "!("], [node.end, node.end, ")"]]]);
      }
      switch (node.type) {
        case "BinaryExpression": {
          const at = operator(node, node.left, node.right);
          if (!at) break;
          const within = indexed(node);
          for (const by of TURNED[node.operator] ?? []) if (!within || by === ">" || by === ">=") add(0, "comparison", ...at, by);
          for (const by of OPERATORS[node.operator] ?? []) add(1, "operator", ...at, by);
          if (node.operator === "/") ranks[1].push(["operator", 2, [[node.start, node.start, "Math.floor("], [node.end, node.end, ")"]]]);
          if (TURNED[node.operator]) {
            for (const side of [node.left, node.right]) if (side.type !== "Literal") shifted(side, 0, within ? [side === node.left ? " + 1" : " - 1"] : undefined);
            // A variable where its value of some moment is written: `amount > 500` for `amount > balance`.
            for (const side of [node.left, node.right]) {
              if (side.type !== "Literal" || !Number.isInteger(side.value)) continue;
              for (const by of [...known].filter((name) => !named(node, name)).slice(0, 6)) add(2, "constant", side.start, side.end, by);
            }
          }
          break;
        }
        case "LogicalExpression": {
          const at = operator(node, node.left, node.right);
          if (at) for (const by of ["&&", "||", "??"]) if (by !== node.operator) add(0, "condition", ...at, by);
          add(2, "condition", node.start, node.end, source(node.left));
          add(2, "condition", node.start, node.end, source(node.right));
          break;
        }
        case "AssignmentExpression": {
          const at = operator(node, node.left, node.right);
          if (at) for (const by of ASSIGNED[node.operator] ?? []) add(1, "operator", ...at, by);
          break;
        }
        case "UpdateExpression":
          add(1, "operator", node.start, node.end, source(node).replace(node.operator, node.operator === "++" ? "--" : "++"));
          break;
        case "Literal":
          if (typeof node.value === "number" && Number.isInteger(node.value) && parent?.type !== "Property") {
            for (const by of new Set([node.value + 1, node.value - 1, 0, 1, ...numbers])) add(by === node.value + 1 || by === node.value - 1 || by === 0 || by === 1 ? 0 : 2, "constant", node.start, node.end, `${by}`);
            if (node.value === 0 || node.value === 1) for (const by of ["-Infinity", "Infinity"]) add(2, "constant", node.start, node.end, by);
          }
          if (typeof node.value === "string" && node.directive === undefined) {
            for (const by of new Set(["", " ", ...texts])) if (by !== node.value) add(2, "constant", node.start, node.end, JSON.stringify(by));
          }
          if (typeof node.value === "boolean") add(0, "constant", node.start, node.end, `${!node.value}`);
          if (node.value === null && node.raw === "null") add(1, "constant", node.start, node.end, "undefined");
          break;
        case "MemberExpression":
          if (!node.computed) for (const by of WORDS[node.property.name] ?? []) add(1, "name", node.property.start, node.property.end, by);
          if (node.computed) shifted(node.property, 0);
          break;
        case "CallExpression":
          if (node.callee.type === "MemberExpression" && node.callee.property.name === "sort" && node.arguments.length === 0) {
            add(0, "argument", node.end - 1, node.end - 1, "(a, b) => a - b");
          }
          for (const one of node.arguments) if (one.type !== "SpreadElement" && !FUNCTION.test(one.type)) shifted(one, 2);
          if (node.callee.type === "Identifier") for (const by of WORDS[node.callee.name] ?? []) add(1, "name", node.callee.start, node.callee.end, by);
          break;
        case "ReturnStatement":
          if (node.argument) {
            if (["Identifier", "MemberExpression", "BinaryExpression", "CallExpression", "Literal"].includes(node.argument.type)) shifted(node.argument, 1);
            if (node.argument.type === "BinaryExpression" || node.argument.type === "LogicalExpression") ranks[2].push(["condition", 2, [[node.argument.start, node.argument.start, "!("], [node.argument.end, node.argument.end, ")"]]]);
          }
          break;
        case "ForInStatement":
        case "ForOfStatement": {
          const between = text.slice(node.left.end, node.right.start);
          const word = node.type === "ForInStatement" ? "in" : "of";
          const at = node.left.end + between.lastIndexOf(word);
          add(0, "walk", at, at + 2, word === "in" ? "of" : "in");
          break;
        }
        case "Identifier":
          variable(node, parent, key, known);
          break;
      }
      if (DROPPED.has(node.type) && parent && ["BlockStatement", "Program"].includes(parent.type)) add(2, "superfluous", node.start, node.end, "");
      if (/^(If|For|While|ForOf|ForIn)Statement$/.test(node.type)) {
        const body = node.type === "IfStatement" ? node.consequent : node.body;
        if (body.type === "EmptyStatement") add(0, "superfluous", body.start, body.end, "");
      }
      for (const [child, inner] of hooks.children(node)) go(child, node, inner, known, inCondition);
    };
    // `i < xs.length` around `xs[i]`: one further there is nothing to read, and no slip of anyone is mended by that.
    const indexed = ({ operator: sign, left, right }) =>
      sign === "<" && right.type === "MemberExpression" && right.property.name === "length" && text.includes(`${source(right.object)}[${source(left)}]`);
    const shifted = (node, rank, signs = [" + 1", " - 1"]) => {
      const simple = ["Identifier", "MemberExpression", "CallExpression"].includes(node.type);
      for (const by of signs) {
        if (simple) add(rank, "boundary", node.end, node.end, by);
        else if (node.type === "BinaryExpression" && /^[+-]$/.test(node.operator)) add(rank, "boundary", node.end, node.end, by);
      }
      if (node.type === "BinaryExpression" && /^[+-]$/.test(node.operator) && node.right.type === "Literal") {
        add(rank, "boundary", node.left.end, node.end, "");
      }
    };
    const variable = (node, parent, key, known) => {
      const isKey = (parent?.type === "MemberExpression" && key === "property" && !parent.computed) || key === "key" || key === "label" || key === "params" || key === "id";
      if (isKey || (parent?.type === "Property" && parent.shorthand)) return;
      if (parent?.type === "AssignmentExpression" && key === "left" && parent.operator === "=") {
        if (!bound.has(node.name) && !known.has(node.name)) nearest(node, known);
        return;
      }
      if (!known.has(node.name) && !bound.has(node.name) && !(node.name in globalThis)) nearest(node, known);
      else if (known.has(node.name)) for (const by of [...known].slice(0, 6)) if (by !== node.name) add(2, "name", node.start, node.end, by);
    };
    const nearest = (node, known) => {
      const all = [...new Set([...known, ...bound])].filter((name) => name !== node.name);
      const near = all.sort((one, two) => distance(one, node.name) - distance(two, node.name)).slice(0, 2);
      for (const by of near) if (distance(by, node.name) <= Math.max(2, node.name.length / 2)) add(0, "name", node.start, node.end, by);
    };
    hooks.walk(tree, (node) => {
      if (FUNCTION.test(node.type) && node.id) bound.add(node.id.name);
      if (node.type === "VariableDeclarator") kit.compiling.bound(node.id, bound);
      if (FUNCTION.test(node.type)) for (const one of node.params) kit.compiling.bound(one, bound);
    });
    go(tree, null, "", new Set(kit.compiling.topNames(tree).filter((name) => !kit.compiling.topFunctions(tree).some(([other]) => other === name))), false);
    const met = new Set();
    return ranks.flat().filter(([, , pieces]) => {
      const by = JSON.stringify(pieces);
      return !met.has(by) && met.add(by);
    }).slice(0, most);
  };

  const distance = (one, two) => {
    const [left, right] = [one.toLowerCase(), two.toLowerCase()];
    let row = Array.from({ length: right.length + 1 }, (_, place) => place);
    for (let i = 1; i <= left.length; i++) {
      const next = [i];
      for (let j = 1; j <= right.length; j++) {
        next.push(Math.min(next[j - 1] + 1, row[j] + 1, row[j - 1] + (left[i - 1] === right[j - 1] ? 0 : 1)));
      }
      row = next;
    }
    return row[right.length];
  };

  kit.changing = { edits, put };
});
