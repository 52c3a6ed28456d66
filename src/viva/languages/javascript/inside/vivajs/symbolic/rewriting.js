// Hooks for runs in which values carry terms. JavaScript lets nobody say what `+` does to an object, so every operator,
// access and call becomes a call of a hook, which is a method of the one name `X`; see `tracing.js` for what they do.
// Such a text is for proposals only: no place is read off it, so lines may move.
//
// A hook that leaves a value for the text right behind it puts it into a register: nothing runs in between.
(function (kit) {
  "use strict";
  const { Hooked } = kit.hooks;

  class Followed extends Hooked {
    constructor(text, tree, names) {
      super(text, tree, { steps: true, branches: true }, names);
      this.X = names.X;
      this.changed = new Map(); // by node: what becomes of its text
      this.last = 0;
    }

    // A number for the place of a branch.
    at() {
      this.last += 1;
      return this.last;
    }

    written(node, role = "value") {
      const text = super.written(node, role);
      const change = this.changed.get(node);
      if (change) return change(text);
      return role === "test" || role === "operand" ? `${this.X}.t((${text}),${this.at()})` : text;
    }

    value(node) {
      return `(${this.written(node, "value")})`;
    }

    key(node) {
      return node.computed ? this.value(node.property) : JSON.stringify(node.property.name);
    }

    listed(nodes) {
      return `[${nodes.map((one) => (one.type === "SpreadElement" ? `...${this.X}.p(${this.value(one.argument)})` : this.value(one))).join(",")}]`;
    }

    BinaryExpression(node) {
      if (node.left.type === "PrivateIdentifier") return this.inside(node);
      const left = this.value(node.left);
      return `${this.X}.b(${JSON.stringify(node.operator)},${left},${this.value(node.right)},${this.at()})`;
    }

    UnaryExpression(node) {
      const { operator, argument } = node;
      switch (operator) {
        case "-":
        case "+":
        case "~":
          return `${this.X}.n("${operator}",${this.value(argument)},${this.at()})`;
        case "typeof":
          if (argument.type !== "Identifier") return `${this.X}.y(${this.value(argument)})`;
          return `(typeof ${argument.name}==="object"?${this.X}.y(${argument.name}):typeof ${argument.name})`;
        case "delete":
          if (argument.type !== "MemberExpression" || !argument.computed || !accessible(argument)) return this.inside(node);
          return `delete ${this.X}.a(${this.value(argument.object)})[${this.X}.e(${this.value(argument.property)},${this.at()})]`;
      }
      return this.inside(node);
    }

    UpdateExpression(node) {
      const { argument, prefix } = node;
      const by = node.operator === "++" ? 1 : -1;
      if (argument.type === "Identifier") {
        const text = `${argument.name}=${this.X}.i(${argument.name},${by},${this.at()})`;
        return prefix ? `(${text})` : `(${text},${this.X}.old)`;
      }
      if (!accessible(argument)) return this.inside(node);
      return `${this.X}.u(${this.opened(argument)},${by},${prefix},${this.at()})`;
    }

    // A member that is read and then written.
    opened(node, ...rest) {
      if (rest.length) return super.opened(node, ...rest);
      const object = this.value(node.object);
      return `${this.X}.r(${object},${this.key(node)},${this.at()})`;
    }

    AssignmentExpression(node) {
      const { left, operator, right } = node;
      const logical = /^(&&|\|\||\?\?)=$/.test(operator);
      const named = left.type === "Identifier";
      if (!named && !(left.type === "MemberExpression" && accessible(left))) {
        if (/Pattern$/.test(left.type)) this.unpacked(left, right);
        return this.inside(node);
      }
      if (operator === "=") return named ? this.inside(node) : this.member(left, right);
      if (logical) {
        const read = named ? left.name : `${this.X}.G(${this.opened(left)})`;
        const kept = named ? `${this.X}.v` : `${this.X}.D(${this.X}.v)`;
        const test = operator === "??=" ? `${this.X}.h(${read})` : `${this.X}.k(${read},${this.at()})`;
        const write = named ? `(${left.name}=${this.value(right)})` : `${this.X}.H(${this.value(right)},${this.at()})`;
        return operator === "||=" ? `(${test}?${kept}:${write})` : `(${test}?${write}:${kept})`;
      }
      const plain = operator.slice(0, -1);
      if (named) return `(${left.name}=${this.X}.b("${plain}",${left.name},${this.value(right)},${this.at()}))`;
      return `${this.X}.w(${this.opened(left)},"${plain}",${this.value(right)},${this.at()})`;
    }

    member(left, right) {
      const object = this.value(left.object);
      const target = left.computed
        ? `${this.X}.a(${object})[${this.X}.e(${this.value(left.property)},${this.at()})]`
        : `${this.X}.${left.property.name === "length" ? "z" : "j"}(${object}).${left.property.name}`;
      return `${target}=${this.value(right)}`;
    }

    // What is taken apart is no value with a term.
    unpacked(pattern, node) {
      const hook = pattern.type === "ArrayPattern" ? "p" : "d";
      this.changed.set(node, (text) => `${this.X}.${hook}((${text}))`);
    }

    VariableDeclarator(node) {
      if (node.init && /Pattern$/.test(node.id.type)) this.unpacked(node.id, node.init);
      return this.inside(node);
    }

    MemberExpression(node, role) {
      if (role !== "value" && role !== "test" && role !== "operand" && role !== "result") return this.inside(node);
      if (this.chained.has(node) || !accessible(node)) return this.inside(node);
      const object = this.value(node.object);
      return `${this.X}.g(${object},${this.key(node)},${this.at()})`;
    }

    CallExpression(node) {
      const { callee } = node;
      const bare = callee.type === "Super" || callee.type === "Import" || (callee.type === "Identifier" && callee.name === "eval");
      if (bare || this.chained.has(node) || (callee.type === "MemberExpression" && !accessible(callee))) return this.inside(node);
      if (callee.type === "MemberExpression") {
        const object = this.value(callee.object);
        const record = `${this.X}.l(${object},${this.key(callee)},${this.at()})`;
        return `${this.X}.m(${record},${this.listed(node.arguments)},${this.at()})`;
      }
      const called = this.value(callee);
      return `${this.X}.f(${called},${this.listed(node.arguments)},${this.at()})`;
    }

    NewExpression(node) {
      const called = this.value(node.callee);
      return `${this.X}.N(${called},${this.listed(node.arguments)},${this.at()})`;
    }

    SpreadElement(node) {
      return `...${this.X}.p(${this.value(node.argument)})`;
    }

    TemplateLiteral(node, role) {
      if (role === "plain") return this.inside(node);
      const parts = node.quasis.map((one) => JSON.stringify(one.value.cooked));
      return `${this.X}.T([${parts.join(",")}],[${node.expressions.map((one) => this.value(one)).join(",")}],${this.at()})`;
    }

    Property(node) {
      if (!node.computed) return this.inside(node);
      this.changed.set(node.key, (text) => `${this.X}.E((${text}))`);
      return this.inside(node);
    }

    LogicalExpression(node, role) {
      if ((role === "test" || role === "operand") && node.operator !== "??") return super.LogicalExpression(node, role);
      const left = this.value(node.left);
      const right = this.value(node.right);
      const [whole, reached] = [this.counter(), this.counter()];
      this.readings.push([this.site("operand", node.right), "reached", reached, -1]);
      this.readings.push([this.site("short", node), "reached", whole, reached]);
      const { C } = this.names;
      const test = node.operator === "??" ? `${this.X}.h(${left})` : `${this.X}.k(${left},${this.at()})`;
      const go = `(${C}[${reached}]++,${right})`;
      return `(${C}[${whole}]++,${node.operator === "||" ? `${test}?${this.X}.v:${go}` : `${test}?${go}:${this.X}.v`})`;
    }

    // `a?.b.c(d)`: from the first on, each part is asked of the one before, which waits in the register.
    ChainExpression(node) {
      const links = [];
      let at = node.expression;
      while (this.chained.has(at)) {
        links.unshift(at);
        if (at.type === "MemberExpression" && !accessible(at)) return this.inside(node);
        at = at.type === "MemberExpression" ? at.object : at.callee;
      }
      if (at.type === "Super") return this.inside(node);
      return this.linked(this.value(at), links, 0);
    }

    linked(base, links, from) {
      if (from === links.length) return base;
      const link = links[from];
      if (link.optional) return `(${this.X}.h(${base})?undefined:${this.reached(`${this.X}.v`, links, from)})`;
      return this.reached(base, links, from);
    }

    reached(base, links, from) {
      const link = links[from];
      const next = links[from + 1];
      if (link.type === "CallExpression") {
        return this.linked(`${this.X}.f(${base},${this.listed(link.arguments)},${this.at()})`, links, from + 1);
      }
      if (next?.type !== "CallExpression") return this.linked(`${this.X}.g(${base},${this.key(link)},${this.at()})`, links, from + 1);
      const record = `${this.X}.l(${base},${this.key(link)},${this.at()})`;
      const called = (what) => this.linked(`${this.X}.m(${what},${this.listed(next.arguments)},${this.at()})`, links, from + 2);
      return next.optional ? `(${this.X}.R(${record})?undefined:${called(`${this.X}.v`)})` : called(record);
    }

    ForOfStatement(node, role) {
      if (!node.await) this.changed.set(node.right, (text) => `${this.X}.F((${text}),${this.at()})`);
      return super.ForOfStatement(node, role);
    }

    ForInStatement(node, role) {
      this.changed.set(node.right, (text) => `${this.X}.d((${text}))`);
      return super.ForInStatement(node, role);
    }

    // Cases are compared by a hook: `switch (true)` asks each in turn, as the plain one does.
    SwitchStatement(node) {
      const name = `${this.X}s${this.at()}`;
      let asked = "";
      this.changed.set(node.discriminant, (text) => {
        asked = text;
        return "true";
      });
      for (const one of node.cases) {
        if (one.test) this.changed.set(one.test, (text) => `${this.X}.b("===",${name},(${text}),${this.at()})`);
      }
      // The question is written last there, and stands first: its functions must not change places with those of cases.
      const text = super.SwitchStatement(node);
      return `{const ${name}=(${asked});${text}}`;
    }
  }

  // No private name, and nothing of a super class: such have no other way to be read.
  const accessible = (node) =>
    node.type === "MemberExpression" && node.object.type !== "Super" && node.property.type !== "PrivateIdentifier";

  kit.following = {
    hooked: (text, tree, names) => new Followed(text, tree, names),
  };
});
