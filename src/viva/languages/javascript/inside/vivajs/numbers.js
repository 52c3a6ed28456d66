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

  kit.numbers = {
    watched: ({ text, function: called }) => {
      const { tree, text: read } = kit.compiling.parsed(text);
      if (read !== text) return null; // a module, which is rewritten already
      const look = hooks.unused(text, "viva_look");
      const asked = hooks.unused(text, "viva_numbers");
      const places = [];
      hooks.walk(tree, (node) => {
        if (!looks(node)) return;
        places.push([node.start, 0, -node.end, `${look}(`], [node.end, -1, -node.start, ")"]);
      });
      if (places.length === 0) return null; // it does not calculate
      // Of those that begin at one place the longest comes first, of those that end at one the shortest, and ends come first.
      places.sort((one, two) => one[0] - two[0] || one[1] - two[1] || one[2] - two[2]);
      let found = "";
      let at = 0;
      for (const [place, , , piece] of places) {
        found += text.slice(at, place) + piece;
        at = place;
      }
      found += text.slice(at);
      const [owner, method] = called.split(".");
      const call = method === undefined ? `${owner}(...given)` : `typeof ${owner}.prototype.${method} === "function" ? given[0].${method}(...given.slice(1)) : ${owner}.${method}(...given)`;
      return [
        `${found}\nvar ${look}s = [];\nfunction ${look}(value) { if (typeof value === "number" && !(Number.isInteger(value) && Math.abs(value) <= ${LARGE}) && ${look}s.length < ${MOST}) ${look}s.push(value); return value; }\n`
        + `function ${asked}(...given) { ${look}s.length = 0; ${call}; return ${look}s.slice(); }\n`,
        asked,
      ];
    },
  };
});
