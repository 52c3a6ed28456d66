// What happens in which line: what each statement reads and writes, and what it is nested in.
(function (kit) {
  "use strict";
  const { hooks } = kit;
  const MOST = 2000;
  const FUNCTION = /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/;

  // What each statement reads and writes.
  const CHANGING = new Set(["push", "pop", "shift", "unshift", "splice", "sort", "reverse", "fill", "set", "add", "delete", "clear", "copyWithin"]);
  const ownerOf = (node) => {
    let at = node;
    while (at.type === "MemberExpression") at = at.object;
    return at.type === "Identifier" ? at.name : null;
  };
  const used = (nodes) => {
    const reads = new Set();
    const writes = new Set();
    const target = (node, both) => {
      if (!node) return;
      if (node.type === "Identifier") {
        writes.add(node.name);
        if (both) reads.add(node.name);
      } else if (node.type === "MemberExpression") {
        const owner = ownerOf(node);
        if (owner) writes.add(owner);
        visit(node);
      } else {
        const names = new Set();
        kit.compiling.bound(node, names);
        for (const name of names) writes.add(name);
      }
    };
    const visit = (node) => {
      if (!node) return;
      switch (node.type) {
        case "Identifier":
          reads.add(node.name);
          return;
        case "AssignmentExpression":
          target(node.left, node.operator !== "=");
          visit(node.right);
          return;
        case "UpdateExpression":
          target(node.argument, true);
          return;
        case "VariableDeclarator":
          target(node.id, false);
          visit(node.init);
          return;
        case "MemberExpression":
          visit(node.object);
          if (node.computed) visit(node.property);
          return;
        case "Property":
          if (node.computed) visit(node.key);
          visit(node.value);
          return;
        case "CallExpression":
          if (node.callee.type === "MemberExpression" && CHANGING.has(node.callee.property.name)) {
            const owner = ownerOf(node.callee);
            if (owner) writes.add(owner);
          }
          break;
      }
      for (const [child] of hooks.children(node)) visit(child);
    };
    for (const node of nodes) visit(node);
    return [[...reads].slice(0, 30), [...writes].slice(0, 30)];
  };

  const gives = (node) => {
    switch (node.type) {
      case "ReturnStatement":
        if (!node.argument || (node.argument.type === "Identifier" && node.argument.name === "undefined")) return "nothing";
        return node.argument.type === "Identifier" ? "name" : "result";
      case "ExpressionStatement": {
        const call = node.expression.type === "CallExpression" ? node.expression.callee : null;
        return call?.type === "MemberExpression" && call.object.name === "console" ? "print" : "";
      }
      case "BreakStatement": case "ContinueStatement": case "ThrowStatement":
        return "leave";
      case "IfStatement": case "ForStatement": case "WhileStatement": case "DoWhileStatement": case "ForOfStatement":
      case "ForInStatement": case "SwitchStatement":
        return "test";
    }
    return "";
  };

  const heads = (node) => {
    switch (node.type) {
      case "IfStatement": case "WhileStatement": case "DoWhileStatement":
        return [node.test];
      case "ForStatement":
        return [node.init, node.test, node.update];
      case "ForOfStatement": case "ForInStatement":
        return [node.left.type === "VariableDeclaration" ? node.left : { type: "AssignmentExpression", operator: "=", left: node.left, right: node.right, start: 0 }, node.right];
      case "SwitchStatement":
        return [node.discriminant, ...node.cases.map((one) => one.test)];
      case "BlockStatement": case "TryStatement": case "LabeledStatement": case "FunctionDeclaration": case "ClassDeclaration":
        return [];
    }
    return [node];
  };
  const nested = (node) => {
    switch (node.type) {
      case "BlockStatement":
        return node.body;
      case "IfStatement":
        return [node.consequent, node.alternate];
      case "ForStatement": case "WhileStatement": case "DoWhileStatement": case "ForOfStatement": case "ForInStatement":
      case "LabeledStatement": case "WithStatement":
        return [node.body];
      case "SwitchStatement":
        return node.cases.flatMap((one) => one.consequent);
      case "TryStatement":
        return [node.block, node.handler?.body, node.finalizer];
    }
    return [];
  };

  const flow = (tree, places) => {
    const found = [];
    const inside = (statements, name, parent) => {
      for (const node of statements) {
        if (!node || node.type === "FunctionDeclaration" || node.type === "ClassDeclaration" || node.type === "EmptyStatement") continue;
        const [line, column] = places.of(node.start);
        let own = parent;
        if (!["BlockStatement", "LabeledStatement", "TryStatement"].includes(node.type)) {
          const [reads, writes] = used(heads(node).filter(Boolean));
          found.push([line, column, name, parent, reads, writes, gives(node)]);
          own = line;
        }
        inside(nested(node), name, own);
      }
    };
    inside(tree.body, "", 0);
    eachFunction(tree, (name, node) => {
      if (node.body.type === "BlockStatement") inside(node.body.body, name, 0);
      else {
        const [line, column] = places.of(node.body.start);
        const [reads] = used([node.body]);
        found.push([line, column, name, 0, reads, [], node.body.type === "Identifier" ? "name" : "result"]);
      }
    });
    return found.sort((one, two) => one[0] - two[0] || one[1] - two[1]).slice(0, 3 * MOST);
  };

  const eachFunction = (tree, visit) => {
    const go = (node, name) => {
      if (FUNCTION.test(node.type)) visit(node.id?.name ?? name, node);
      const inner = node.type === "VariableDeclarator" && node.id.type === "Identifier" ? node.id.name
        : node.type === "MethodDefinition" || node.type === "Property" ? (node.key.name ?? name)
          : FUNCTION.test(node.type) ? (node.id?.name ?? name) : name;
      for (const [child] of hooks.children(node)) go(child, inner);
    };
    go(tree, "");
  };

  kit.flow = { flow, eachFunction };
});
