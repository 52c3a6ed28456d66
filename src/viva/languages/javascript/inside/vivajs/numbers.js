// A source with a function that looks at the numbers in it: those that come up on the way and are no whole numbers, or are
// so large that doubles may not have them exactly where somebody goes another way: there the order of a calculation
// matters, and nobody who chose another one is wrong.
(function (kit) {
  "use strict";
  const { hooks } = kit;
  const MOST = 200;
  const LARGE = 2 ** 43; // who multiplies by a number of elements first is a thousand times above the others
  const OPERATORS = new Set(["+", "-", "*", "/", "%", "**", "+=", "-=", "*=", "/=", "%=", "**="]);

  const looks = (node) =>
    ((node.type === "BinaryExpression" || node.type === "AssignmentExpression") && OPERATORS.has(node.operator)) ||
    (node.type === "CallExpression" && node.callee.type === "MemberExpression" && node.callee.object.name === "Math");

  const wrap = (places, node, before, after) => {
    if (node) places.push([node.start, 0, -node.end, before], [node.end, -1, -node.start, after]);
  };

  const inserted = (text, places) => {
    // Of those that begin at one place the longest comes first, of those that end at one the shortest, and ends come first.
    places.sort((one, two) => one[0] - two[0] || one[1] - two[1] || one[2] - two[2]);
    let found = "";
    let at = 0;
    for (const [place, , , piece] of places) {
      found += text.slice(at, place) + piece;
      at = place;
    }
    return found + text.slice(at);
  };

  const rounded = (node) => {
    // Whether a number that is written is not the one that it stands for, or nobody knows.
    if (node.type !== "Literal" || typeof node.value !== "number" || node.value < 2 ** 53) return false;
    const written = node.raw.replaceAll("_", "");
    return !/^(\d+|0x[\da-f]+)$/i.test(written) || !Number.isFinite(node.value) || BigInt(written) !== BigInt(node.value);
  };

  const asking = (called) => {
    const [owner, method] = called.split(".");
    return method === undefined ? `${owner}(...given)` : `typeof ${owner}.prototype.${method} === "function" ? given[0].${method}(...given.slice(1)) : ${owner}.${method}(...given)`;
  };

  kit.numbers = {
    // All numbers that are calculated with: what is put into a variable, goes into an operation, and comes out of it. One
    // that is NaN stands for what may have been rounded unseen, and for more numbers than are told.
    all: ({ text, function: called }) => {
      const { tree, text: read } = kit.compiling.parsed(text);
      if (read !== text) return null;
      const look = hooks.unused(text, "viva_look");
      const asked = hooks.unused(text, "viva_numbers");
      const places = [];
      let unknown = false;
      hooks.walk(tree, (node) => {
        unknown ||= rounded(node);
        const calculates = OPERATORS.has(node.operator);
        if (node.type === "BinaryExpression" && calculates) {
          wrap(places, node, `${look}(${node.operator === "/"}, `, ")");
          wrap(places, node.left, `${look}(false, `, ")");
          if (node.operator !== "**") wrap(places, node.right, `${look}(false, `, ")"); // an exponent is no summand
        } else if (node.type === "AssignmentExpression" && (calculates || node.operator === "=")) {
          wrap(places, node, `${look}(${node.operator === "/="}, `, ")");
          if (calculates) wrap(places, node.right, `${look}(false, `, ")");
        } else if (node.type === "UpdateExpression") {
          wrap(places, node, `(${look}(false, 1), ${look}(false, `, "))");
        } else if (node.type === "VariableDeclarator" || node.type === "AssignmentPattern") {
          const given = node.type === "VariableDeclarator" ? node.init : node.right;
          if (given && given.type !== "FunctionExpression" && given.type !== "ArrowFunctionExpression" && given.type !== "ClassExpression") wrap(places, given, `${look}(false, `, ")");
        } else if (looks(node)) {
          wrap(places, node, `${look}(true, `, ")");
        }
      });
      if (unknown) return null;
      return [
        `${inserted(text, places)}\nvar ${look}s = new Set();\nfunction ${look}(divides, value) { if (typeof value === "number") ${look}s.add(${look}s.size >= ${MOST} || (divides && Math.abs(value) > ${LARGE}) ? NaN : value); return value; }\n`
        + `function ${asked}(...given) { ${look}s.clear(); ${asking(called)}; return [...${look}s]; }\n`,
        asked,
      ];
    },

    watched: ({ text, function: called }) => {
      const { tree, text: read } = kit.compiling.parsed(text);
      if (read !== text) return null; // a module, which is rewritten already
      const look = hooks.unused(text, "viva_look");
      const asked = hooks.unused(text, "viva_numbers");
      const places = [];
      hooks.walk(tree, (node) => {
        if (!looks(node)) return;
        wrap(places, node, `${look}(`, ")");
      });
      if (places.length === 0) return null; // it does not calculate
      return [
        `${inserted(text, places)}\nvar ${look}s = [];\nfunction ${look}(value) { if (typeof value === "number" && !(Number.isInteger(value) && Math.abs(value) <= ${LARGE}) && ${look}s.length < ${MOST}) ${look}s.push(value); return value; }\n`
        + `function ${asked}(...given) { ${look}s.length = 0; ${asking(called)}; return ${look}s.slice(); }\n`,
        asked,
      ];
    },
  };
});
