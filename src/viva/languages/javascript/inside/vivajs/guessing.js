// What nobody wrote down in types: calls that the documentation shows, and how parameters are used.
(function (kit) {
  "use strict";
  const { acorn, hooks } = kit;
  const { Places, pythonLiteral } = kit.surveying;

  // Calls that the documentation shows: `@example largest([1, 2]) // => 2`, and lines with `// =>`.
  const documented = ({ text, functions }) => {
    const comments = [];
    try {
      acorn.parse(kit.compiling.parsed(text).text, { ...kit.compiling.OPTIONS, onComment: comments });
    } catch {
      return [];
    }
    const places = new Places(text);
    const found = [];
    for (const comment of comments) {
      let offset = comment.start;
      for (const line of text.slice(comment.start, comment.end).split("\n")) {
        const match = /^[\s/*]*(?:@example\s+)?(?:console\.log\()?([A-Za-z_$][\w$]*)\((.*)$/.exec(line);
        const at = offset;
        offset += line.length + 1;
        if (!match || !functions.includes(match[1])) continue;
        const call = line.slice(line.indexOf(`${match[1]}(`));
        const [code, shown] = call.split(/\s*(?:\/\/\s*)?(?:=>|→|-->|===|\/\/)\s*/, 2);
        try {
          const node = acorn.parseExpressionAt(code, 0, { ecmaVersion: "latest" });
          if (node.type !== "CallExpression") continue;
          const given = node.arguments.map(pythonLiteral);
          if (given.includes(undefined)) continue;
          const answer = shown ? pythonLiteral(acorn.parseExpressionAt(shown.replace(/\*\/\s*$/, ""), 0, { ecmaVersion: "latest" })) : undefined;
          found.push({ arguments: `(${given.map((one) => `${one},`).join("")})`, line: places.of(at)[0], answer: answer === undefined ? null : `(${answer},)` });
        } catch {
          continue; // no call after all
        }
      }
    }
    return found;
  };

  // How parameters are used tells their types, where it is clear.
  const TEXT = new Set(["charAt", "charCodeAt", "toUpperCase", "toLowerCase", "split", "trim", "substring", "substr", "replace", "replaceAll", "padStart", "padEnd", "startsWith", "endsWith", "codePointAt", "localeCompare", "match"]);
  const LIST = new Set(["push", "pop", "shift", "unshift", "sort", "reverse", "map", "filter", "reduce", "forEach", "splice", "join", "some", "every", "find", "findIndex", "fill", "flat", "flatMap", "toSorted", "findLast", "reduceRight", "keys", "entries"]);
  const guessed = ({ text, function: wanted }) => {
    let tree;
    try {
      ({ tree } = kit.compiling.parsed(text));
    } catch {
      return {};
    }
    const found = {};
    const entry = kit.compiling.topFunctions(tree).find(([name]) => name === wanted);
    if (!entry) return found;
    for (const one of entry[1].params) {
      const name = kit.compiling.nameOf(one);
      const seen = new Set();
      let elements = "number";
      const isIt = (node) => node?.type === "Identifier" && node.name === name;
      hooks.walk(entry[1].body, (node) => {
        if (node.type === "MemberExpression" && isIt(node.object)) {
          const member = node.computed ? null : node.property.name;
          if (TEXT.has(member)) seen.add("string");
          if (LIST.has(member)) seen.add("list");
          if (member === "length" || node.computed) seen.add("sequence");
        }
        if (node.type === "ForOfStatement" && isIt(node.right)) seen.add("sequence");
        if (node.type === "SpreadElement" && isIt(node.argument)) seen.add("sequence");
        if (node.type === "BinaryExpression" && (isIt(node.left) || isIt(node.right))) {
          const other = isIt(node.left) ? node.right : node.left;
          if (/^([-*/%<>&|^]|\*\*|<=|>=|<<|>>|>>>)$/.test(node.operator) && other.type !== "Literal") seen.add("number");
          if (other.type === "Literal" && typeof other.value === "number") seen.add("number");
          if (other.type === "Literal" && typeof other.value === "string") seen.add("string");
        }
        if (node.type === "UpdateExpression" && isIt(node.argument)) seen.add("number");
        if (node.type === "CallExpression" && node.callee.type === "MemberExpression" && node.callee.object.name === "Math" && node.arguments.some(isIt)) seen.add("number");
        if (node.type === "CallExpression" && node.callee.type === "MemberExpression" && TEXT.has(node.callee.property.name) && node.callee.object.type === "MemberExpression" && node.callee.object.computed && isIt(node.callee.object.object)) elements = "string";
      });
      if (seen.has("list")) found[name] = `${elements}[]`;
      else if (seen.has("string")) found[name] = "string";
      else if (seen.has("sequence") && !seen.has("number")) found[name] = `${elements}[]`;
      else if (seen.has("number") && !seen.has("sequence")) found[name] = "number";
    }
    return found;
  };

  kit.guessing = { documented, guessed };
});
