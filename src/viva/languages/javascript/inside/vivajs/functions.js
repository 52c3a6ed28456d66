// Functions as arguments: a few of each type, as texts, the plainest first. They hang on nothing but what they are given.
(function (kit) {
  "use strict";
  const MOST = 8;
  const NAMES = ["x", "y", "z", "u", "v", "w"];
  const isOne = (type, kind) => type[0] === kind || (type[0] === "literal" && typeof type[1] === { int: "number", str: "string", bool: "boolean" }[kind]);
  const same = (one, two) => JSON.stringify(one) === JSON.stringify(two);
  const isNumber = (type) => isOne(type, "int") || type[0] === "float" || type[0] === "range";

  // What there is to calculate with: the parameters, and the parts of those that are objects.
  const known = (parameters) =>
    parameters.flatMap((type, place) => {
      const name = NAMES[place];
      if (type[0] === "named") return type.slice(1).map(([field, part]) => [`${name}.${field}`, part]);
      if (type[0] === "tuple") return type.slice(1).map((part, at) => [`${name}[${at}]`, part]);
      return [[name, type]];
    });

  // Expressions of a type, the plainest first; none of a type of which nothing can be made.
  const expressions = (result, given, whole) => {
    const numbers = given.filter(([, type]) => isNumber(type)).map(([name]) => name);
    const texts = given.filter(([, type]) => isOne(type, "str")).map(([name]) => name);
    const truths = given.filter(([, type]) => isOne(type, "bool")).map(([name]) => name);
    const lists = given.filter(([, type]) => type[0] === "list").map(([name]) => name);
    const long = [...texts, ...lists].map((name) => `${name}.length`);
    const two = (names, write) => (names.length > 1 ? write(names[0], names[1]) : []);
    if (isNumber(result)) {
      const of = [...numbers, ...long];
      return [
        ...two(of, (one, other) => [`${one} + ${other}`, `${one} - ${other}`, `10 * ${one} + ${other}`, `${one} * ${other}`]),
        ...of.flatMap((one) => [one, `${one} + 1`, `-${one}`, `${one} * ${one}`]), ...truths.map((one) => `${one} ? 1 : 0`), "0",
      ];
    }
    if (isOne(result, "bool")) {
      const of = [...numbers, ...long];
      return [
        ...two(numbers, (one, other) => [`${one} < ${other}`, `${one} === ${other}`, `${one} > ${other}`]),
        ...two(texts, (one, other) => [`${one} < ${other}`, `${one} === ${other}`]),
        ...of.flatMap((one) => [`${one} > 0`, `${one} % 2 === 0`, `${one} !== 1`]), ...texts.map((one) => `${one} > "a"`),
        ...truths.flatMap((one) => [one, `!${one}`]), "true", "false",
      ];
    }
    if (isOne(result, "str")) {
      return [
        ...two(texts, (one, other) => [`${one} + ${other}`, `${other} + "-" + ${one}`]),
        ...texts.flatMap((one) => [one, `${one} + "!"`, `${one}.slice(1)`]), ...[...numbers, ...truths, ...long].map((one) => `\`<\${${one}}>\``), '"a"',
      ];
    }
    const alike = [...whole, ...given].filter(([, type]) => same(type, result)).map(([name]) => name);
    switch (result[0]) {
      case "list": {
        const items = given.filter(([, type]) => same(type, result[1])).map(([name]) => name);
        const single = expressions(result[1], given, whole)[0];
        return [...alike.flatMap((one) => [one, `${one}.slice(1)`]), ...items.flatMap((one) => [`[${one}]`, `[${one}, ${one}]`]), ...(single === undefined ? [] : [`[${single}]`]), "[]"];
      }
      case "named": {
        const parts = result.slice(1).map(([field, part]) => [field, expressions(part, given, whole)[0]]);
        const made = parts.some(([, one]) => one === undefined) ? [] : [`({ ${parts.map(([field, one]) => `${field}: ${one}`).join(", ")} })`];
        return [...alike, ...made];
      }
      case "tuple": {
        const parts = result.slice(1).map((part) => expressions(part, given, whole)[0]);
        return [...alike, ...(parts.includes(undefined) ? [] : [`[${parts.join(", ")}]`])];
      }
      case "union":
        return result.slice(1).flatMap((part) => expressions(part, given, whole).slice(0, 2));
      case "literal":
        return [...alike, ...result.slice(1).map((value) => JSON.stringify(value))];
      case "may":
        return expressions(result[1], given, whole);
      case "none": case "undefined":
        return ["{ }"];
      case "callable":
        return written(result).slice(0, 3);
    }
    return alike;
  };

  // The texts of functions of a type.
  const written = ([, parameters, result]) => {
    const types = parameters.slice(1);
    const whole = types.map((type, place) => [NAMES[place], type]);
    const names = whole.map(([name]) => name).join(", ");
    return [...new Set(expressions(result, known(types), whole))].slice(0, MOST).map((text) => `(${names}) => ${text}`);
  };

  // A record of which parts may be missing is one of several: with all of them, without one, without any.
  const records = (fields) => {
    const may = fields.filter(([, type]) => type[0] === "may").map(([name]) => name);
    const without = (names) => ["named", ...fields.filter(([name]) => !names.includes(name)).map(([name, type]) => [name, filled(type[0] === "may" ? type[1] : type)])];
    const missing = [[], ...may.map((name) => [name]), ...(may.length > 1 ? [may] : [])];
    return missing.length === 1 ? without([]) : ["union", ...missing.map(without)];
  };

  // The type with the texts in it, wherever it has functions. `undefined` is a value that is known by its text, too, for
  // None stands for `null`.
  const filled = (type) => {
    if (!Array.isArray(type)) return type;
    if (type[0] === "undefined") return ["callable", ["tuple"], ["none"], ["undefined"]];
    if (type[0] === "may") return filled(type[1]);
    if (type[0] === "literal" || type[0] === "range" || type[0] === "name" || type[0] === "unread") return type;
    if (type[0] === "named") return records(type.slice(1));
    if (type[0] !== "callable") return [type[0], ...type.slice(1).map(filled)];
    if (type.length < 3) return type;
    return ["callable", filled(type[1]), filled(type[2]), type[1].length > NAMES.length + 1 ? [] : written(type)];
  };

  kit.functions = { filled };
});
