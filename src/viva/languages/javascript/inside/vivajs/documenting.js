// What comments in JSDoc say of types: `@param {number[]} xs`, records part by part, and types that have a name.
(function (kit) {
  "use strict";
  const { readType, OBJECT, ARRAY } = kit.types;
  const MOST = 500; // parts of one type
  const PATH = /^\s*(\[?)\s*([A-Za-z_$][\w$]*(?:(?:\[\])?\.[A-Za-z_$][\w$]*)*)/;

  // The comment that stands directly before a function.
  const documentation = (text, comments, node) => {
    const comment = comments.findLast((one) => one.type === "Block" && one.value.startsWith("*") && one.end <= node.start);
    if (!comment || !/^[\s]*(export\s+)?(default\s+)?(async\s+)?((const|let|var)\s+(\w+\s*=\s*)?)?[\s]*$/.test(text.slice(comment.end, node.start))) return "";
    return comment.value;
  };

  // The tags that have a type in braces, in their order. What cannot be read stays as it is written.
  const tagged = (comment) => {
    const found = [];
    const tag = /@(param|arg|argument|returns?|property|prop|typedef|callback)\b[ \t]*(\{?)/g;
    for (let match = tag.exec(comment); match !== null; match = tag.exec(comment)) {
      let end = tag.lastIndex;
      let type = match[1] === "callback" ? ["callable"] : OBJECT;
      if (match[2]) {
        let depth = 1;
        while (end < comment.length && depth) depth += { "{": 1, "}": -1 }[comment[end++]] ?? 0;
        const text = comment.slice(tag.lastIndex, end - 1).replace(/\n[ \t]*\*/g, "\n").trim();
        type = readType(text).type ?? ["unread", text.slice(0, 100)];
      } else if (match[1] !== "typedef" && match[1] !== "callback") continue;
      const [, optional, path] = PATH.exec(comment.slice(end)) ?? [];
      found.push({ word: match[1], type, path, optional: Boolean(optional) });
    }
    return found;
  };

  // The types by their names, where `users[].id` and `user.name` are parts of what is named before them.
  const assembled = (tags) => {
    const parts = new Map();
    for (const { word, path, type, optional } of tags) {
      const names = path.replaceAll("[]", "").split(".");
      let inside = parts;
      for (const name of names.slice(0, -1)) {
        if (!inside.has(name)) inside.set(name, { type: OBJECT, inside: new Map() });
        inside = inside.get(name).inside;
      }
      inside.set(names.at(-1), { type: optional && (names.length > 1 || /^prop/.test(word)) ? ["may", type] : type, inside: new Map() });
    }
    const whole = ({ type, inside }) => (inside.size ? withParts(type, fields(inside)) : type);
    const fields = (inside) => [...inside].map(([name, one]) => [name, whole(one)]);
    return new Map(fields(parts));
  };
  const withParts = (type, fields) => {
    if (type === OBJECT) return ["named", ...fields];
    if (type === ARRAY) return ["list", ["named", ...fields]];
    if (type[0] === "list" || type[0] === "union" || type[0] === "may") return [type[0], ...type.slice(1).map((one) => withParts(one, fields))];
    return type;
  };

  // The types that comments give a name to.
  const typedefs = (comments) => {
    const found = new Map();
    for (const { value } of comments.filter((one) => one.type === "Block" && one.value.startsWith("*"))) {
      let own = null; // what belongs to the last name
      for (const one of tagged(value)) {
        if (one.word === "typedef" || one.word === "callback") {
          if (one.path) found.set(one.path, (own = { type: one.type, tags: [] }));
        } else if (own && own.type[0] === "callable") own.tags.push(one);
        else if (/^prop/.test(one.word) && own && one.path) own.tags.push(one);
      }
    }
    return new Map([...found].map(([name, { type, tags }]) => [name, tags.length ? (type[0] === "callable" ? called(tags) : withParts(type, [...assembled(tags)])) : type]));
  };

  // What `@callback` says of a function, by the tags behind it.
  const called = (tags) => {
    const given = assembled(tags.filter(({ word, path }) => /^(param|arg)/.test(word) && path));
    return ["callable", ["tuple", ...given.values()], tags.find(({ word }) => word.startsWith("return"))?.type ?? ["none"]];
  };

  const HOLDERS = new Set(["list", "set", "tuple", "tuple*", "dict", "union", "may"]);
  // The type with others for those in it.
  const each = (type, other) => {
    if (type[0] === "named") return ["named", ...type.slice(1).map(([name, one]) => [name, other(one)])];
    if (type[0] === "callable" && type.length > 1) return ["callable", other(type[1]), other(type[2])];
    return HOLDERS.has(type[0]) ? [type[0], ...type.slice(1).map((one) => other(one))] : type;
  };

  // What a name stands for is put in its place. One that leads back to itself, or to too much, stays a name.
  const resolved = (type, defined) => {
    let left = MOST;
    const go = (one, around) => {
      if (--left < 0) throw new RangeError("too many parts");
      if (one[0] === "name" && defined.has(one[1]) && !around.includes(one[1])) return go(defined.get(one[1]), [...around, one[1]]);
      return each(one, (part) => go(part, around));
    };
    try {
      return go(type, []);
    } catch {
      return ["unread", "…"];
    }
  };

  // The types of the parameters that a comment names, and of the result as `return`.
  const documentedTypes = (comment, defined = new Map()) => {
    const tags = tagged(comment);
    const found = assembled(tags.filter(({ word, path }) => /^(param|arg)/.test(word) && path));
    for (const { word, type } of tags) if (word.startsWith("return")) found.set("return", type);
    return new Map([...found].map(([name, type]) => [name, kit.functions.filled(resolved(type, defined))]));
  };

  // A type that names what is not there is one that cannot be read.
  const unknownName = (type, known) => {
    if (type[0] === "unread" || (type[0] === "name" && !known.has(type[1]))) return type[1];
    let found;
    each(type, (part) => (found ??= unknownName(part, known)));
    return found;
  };

  kit.documenting = { documentation, documentedTypes, typedefs, unknownName };
});
