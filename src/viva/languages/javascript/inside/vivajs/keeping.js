// What the objects of a program keep, as its text shows it: which fields they have, and whether `null` or `undefined` stands
// in them where there is nothing. Objects that a program is given look like those that it makes itself.
(function (kit) {
  "use strict";
  const { hooks } = kit;
  const FUNCTION = /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/;
  const fieldName = (node) => (node.type === "PrivateIdentifier" ? `#${node.name}` : node.name);
  const isNull = (node) => node.type === "Literal" && node.raw === "null";
  const isUndefined = (node) => (node.type === "Identifier" && node.name === "undefined") || (node.type === "UnaryExpression" && node.operator === "void");

  class Keeping {
    constructor(tree) {
      this.nothing = new Map(); // by field: "null", "undefined", or `.field` of whose value it is a copy
      this.fields = new Map(); // by class
      this.loose = new Set(); // fields that are put on something else than `this`
      this.given = new Map(); // by constructor and parameter: the fields that it is put into
      this.makers = new Map(); // by class: its constructor
      this.mentionsNull = false;
      this.literals = [];
      for (const [name, node] of kit.compiling.classes(tree)) this.cls(name, node);
      for (const [name, node] of kit.outlining.oldClasses(tree)) this.maker(name, node);
      this.visit(tree, null, null);
      this.called(tree);
    }

    cls(name, node) {
      this.fields.set(name, new Set());
      for (const part of node.body.body) {
        if (part.kind === "constructor") this.maker(name, part.value);
        if (part.type === "PropertyDefinition" && !part.static && !part.computed && part.key.name && !(part.value && FUNCTION.test(part.value.type))) {
          this.fields.get(name).add(fieldName(part.key));
          if (part.value) this.evidence(fieldName(part.key), part.value, null);
          else this.note(fieldName(part.key), "undefined");
        }
      }
    }

    maker(name, node) {
      this.makers.set(name, node);
      if (!this.fields.has(name)) this.fields.set(name, new Set());
    }

    note(field, kind) {
      if (!this.nothing.has(field)) this.nothing.set(field, new Set());
      this.nothing.get(field).add(kind);
    }

    evidence(field, node, maker) {
      switch (node.type) {
        case "ConditionalExpression":
          this.evidence(field, node.consequent, maker);
          this.evidence(field, node.alternate, maker);
          return;
        case "LogicalExpression":
          this.evidence(field, node.right, maker);
          return;
        case "AssignmentExpression":
          this.evidence(field, node.right, maker);
          return;
        case "MemberExpression":
          if (!node.computed) this.note(field, `.${fieldName(node.property)}`);
          return;
        case "ChainExpression":
          this.note(field, "undefined");
          return;
      }
      if (isNull(node)) this.note(field, "null");
      else if (isUndefined(node)) this.note(field, "undefined");
      else if (node.type === "Identifier" && maker) this.parameter(field, node.name, maker);
    }

    parameter(field, name, maker) {
      const node = this.makers.get(maker);
      const place = node.params.findIndex((one) => (one.left ?? one).name === name);
      if (place < 0) return;
      if (node.params[place].type === "AssignmentPattern") this.evidence(field, node.params[place].right, null);
      if (!this.given.has(maker)) this.given.set(maker, []);
      this.given.get(maker).push([place, field, node.params[place].type === "AssignmentPattern"]);
    }

    // All assignments to parts, with the class and the constructor that they stand in.
    visit(node, cls, maker) {
      if (isNull(node)) this.mentionsNull = true;
      let [own, inside] = [cls, maker];
      if (/^Class(Declaration|Expression)$/.test(node.type)) own = [...kit.compiling.classes({ body: [node] })][0]?.[0] ?? node.id?.name ?? cls;
      if (FUNCTION.test(node.type)) {
        const found = [...this.makers].find(([, one]) => one === node);
        inside = found ? found[0] : null;
        if (found) own = found[0];
      }
      if (node.type === "AssignmentExpression" && node.left.type === "MemberExpression" && !node.left.computed) {
        const field = fieldName(node.left.property);
        this.evidence(field, node.right, inside);
        if (node.left.object.type === "ThisExpression") {
          if (own && this.fields.has(own)) this.fields.get(own).add(field);
        } else if (field !== "exports" && field !== "prototype" && !this.isStatic(node.left)) this.loose.add(field);
      }
      if (node.type === "ObjectExpression") this.literal(node);
      for (const [child] of hooks.children(node)) this.visit(child, own, inside);
    }

    isStatic({ object }) {
      return (object.type === "Identifier" && (this.fields.has(object.name) || object.name === "module")) || (object.type === "MemberExpression" && object.property.name === "prototype");
    }

    literal(node) {
      const parts = node.properties.filter((one) => one.type === "Property" && !one.computed && one.kind === "init" && !one.method && one.key.name);
      if (parts.length < 2 || parts.length < node.properties.length) return;
      this.literals.push(parts.map((one) => one.key.name));
      for (const one of parts) this.evidence(one.key.name, one.value, null);
    }

    // What constructors are called with.
    called(tree) {
      hooks.walk(tree, (node) => {
        const fields = node.type === "NewExpression" && node.callee.type === "Identifier" ? this.given.get(node.callee.name) : undefined;
        for (const [place, field, hasDefault] of fields ?? []) {
          if (place < node.arguments.length) this.evidence(field, node.arguments[place], null);
          else if (!hasDefault) this.note(field, "undefined");
        }
      });
    }

    kindOf(field, met = new Set()) {
      if (met.has(field)) return undefined;
      met.add(field);
      const known = this.nothing.get(field) ?? new Set();
      const copied = [...known].filter((kind) => kind[0] === ".").map((kind) => this.kindOf(kind.slice(1), met));
      const all = new Set([...known, ...copied]);
      return all.has("null") ? "null" : all.has("undefined") ? "undefined" : undefined;
    }

    told() {
      const kept = new Set([...this.fields.values()].flatMap((names) => [...names]));
      const every = new Set([...kept, ...this.loose, ...this.literals.flat()]);
      const usual = this.mentionsNull ? "null" : "undefined";
      return {
        undefined: [...every].filter((field) => (this.kindOf(field) ?? usual) === "undefined"),
        fields: Object.fromEntries([...this.fields].map(([name, names]) => [name, [...names]])),
        loose: [...this.loose].filter((field) => !kept.has(field)),
        literals: this.literals.filter((names) => names.some((name) => this.kindOf(name) !== undefined || this.loose.has(name))).map((names) => [...names].sort().join(",")),
      };
    }
  }

  // Nothing for a program without classes.
  kit.keeping = (tree) => {
    const found = new Keeping(tree);
    return found.fields.size ? found.told() : null;
  };
});
