// Hooks for runs that are watched: what is called, and the seven patterns that slow an engine down (section 9.3 of the
// autograder's paper). Every hook is a method of the one name `X`; `watching.js` has what they do. Lines stay where they are.
(function (kit) {
  "use strict";
  const { Hooked } = kit.hooks;
  const COMPARED = new Set(["+", "-", "*", "/", "%", "<", "<=", ">", ">="]);
  const KNOWN = new Set(["Math", "Object", "Array", "JSON", "Number", "String", "Reflect", "console", "Promise", "Symbol", "BigInt", "Date"]);

  class Watched extends Hooked {
    constructor(text, tree, hooks, names) {
      super(text, tree, hooks, names);
      this.W = names.X;
      this.loops = new Map(); // by the condition of a loop that may be left, or by its body if it has none: its place
      this.ahead = undefined; // what comes before the labels of a loop
    }

    at(node) {
      return this.site("watched", node);
    }

    value(node) {
      return `(${this.written(node, "value")})`;
    }

    key(node) {
      return node.computed ? this.value(node.property) : JSON.stringify(node.property.name);
    }

    written(node, role = "value") {
      const text = super.written(node, role);
      return this.loops.has(node) && role === "test" ? this.round(`(${text})`, node) : text;
    }

    round(test, node) {
      return `${this.W}.round(${test},${this.loops.get(node)},${this.hooks.rounds})`;
    }

    opened(block, text, hooks) {
      const leaving = this.loops.has(block) ? [`if(!${this.round("true", block)})break`] : [];
      return super.opened(block, text, [...hooks, ...leaving]);
    }

    // Rounds are counted anew whenever a loop is come to: `break` and `return` leave it without a word.
    loopText(node, labels, role) {
      if (!this.hooks.rounds || /^For(Of|In)/.test(node.type)) return super.loopText(node, labels, role);
      const site = this.at(node.test ?? node);
      this.loops.set(node.test ?? node.body, site);
      const text = super.loopText(node, labels, role);
      const ahead = `${this.W}.come(${site})`;
      if (role !== "labelled") return `{${ahead};${text}}`;
      this.ahead = ahead;
      return text;
    }

    LabeledStatement(node, role) {
      const text = super.LabeledStatement(node, role);
      if (role === "labelled" || this.ahead === undefined) return text;
      const { ahead } = this;
      this.ahead = undefined;
      return `{${ahead};${text}}`;
    }

    MemberExpression(node, role) {
      const read = role === "value" || role === "test" || role === "operand" || role === "result";
      if (!read || !node.computed || this.chained.has(node) || !accessible(node)) return this.inside(node);
      return `${this.W}.read(${this.value(node.object)},${this.key(node)},${this.at(node)})`;
    }

    AssignmentExpression(node) {
      const { left, operator, right } = node;
      if (left.type === "Identifier") {
        const old = `typeof ${left.name}==="undefined"?undefined:${left.name}`;
        return `(${this.W}.old(${old}),${this.W}.now(${this.inside(node)},${JSON.stringify(left.name)},${this.at(node)}))`;
      }
      if (operator !== "=" || !accessible(left)) return this.inside(node);
      const object = this.value(left.object);
      return `${this.W}.put(${object},${this.key(left)},${this.value(right)},${this.at(node)})`;
    }

    BinaryExpression(node) {
      if (!COMPARED.has(node.operator)) return this.inside(node);
      const left = this.value(node.left);
      const between = this.text.slice(node.left.end, node.right.start);
      return `${this.W}.both(${this.W}.one${left}${this.outside(between)}${this.W}.one${this.value(node.right)},${this.at(node)},"${node.operator}")`;
    }

    // Between two operands there may be brackets, which are written anew.
    outside(text) {
      return text.replace(/[()]/g, " ");
    }

    UnaryExpression(node) {
      const { argument } = node;
      if (node.operator !== "delete" || !accessible(argument) || !argument.computed) return this.inside(node);
      return `delete ${this.W}.from(${this.value(argument.object)},${this.at(node)})[${this.value(argument.property)}]`;
    }

    NewExpression(node) {
      return `${this.W}.made(${this.inside(node)},${this.at(node)})`;
    }

    ObjectExpression(node) {
      return `${this.W}.literal(${this.inside(node)},${this.at(node)})`;
    }

    CallExpression(node) {
      const { callee } = node;
      const name = nameOf(callee);
      if (name === undefined || this.chained.has(node)) return this.inside(node);
      const counted = `${this.W}.called(${JSON.stringify(name)})`;
      const pushes = callee.type === "MemberExpression" && accessible(callee) && !callee.computed && /^(push|unshift)$/.test(callee.property.name);
      if (!pushes || node.arguments.some((one) => one.type === "SpreadElement")) return `(${counted},${this.inside(node)})`;
      const object = this.value(callee.object);
      const given = node.arguments.map((one) => this.value(one)).join(",");
      return `(${counted},${this.W}.${callee.property.name}(${object},[${given}],${this.at(node)}))`;
    }
  }

  // `f`, `Math.max`, or the name of a method.
  const nameOf = (node) => {
    if (node.type === "Identifier") return node.name === "eval" ? undefined : node.name;
    if (node.type !== "MemberExpression" || node.computed || !node.property.name || node.object.type === "Super") return undefined;
    return node.object.type === "Identifier" && KNOWN.has(node.object.name) ? `${node.object.name}.${node.property.name}` : node.property.name;
  };
  const accessible = (node) =>
    node.type === "MemberExpression" && node.object.type !== "Super" && node.property.type !== "PrivateIdentifier";

  kit.watched = { hooked: (text, tree, names, hooks) => new Watched(text, tree, hooks, names) };
});
