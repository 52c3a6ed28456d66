// The console of a program: what `console.log` and its kin write, tables among it.
(function (kit) {
  "use strict";
  const define = Reflect.defineProperty;

  const consoleOf = (host) => {
    let indent = "";
    const counts = new Map();
    const say = (...given) => {
      const text = kit.printing.format(...given);
      host.write(`${indent ? indent + text.replaceAll("\n", `\n${indent}`) : text}\n`);
    };
    const silent = () => undefined;
    const found = {
      log: say, info: say, debug: say, dir: (value, options) => host.write(`${indent}${kit.printing.inspect(value, options)}\n`),
      error: silent, warn: silent, trace: silent, assert: silent, clear: silent, time: silent, timeLog: silent,
      timeEnd: silent,
      group: (...given) => {
        if (given.length) say(...given);
        indent += "  ";
      },
      groupEnd: () => {
        indent = indent.slice(2);
      },
      count: (name = "default") => {
        counts.set(name, (counts.get(name) ?? 0) + 1);
        say(`${name}: ${counts.get(name)}`);
      },
      countReset: (name = "default") => counts.delete(name),
      table: (data, wanted) => say(table(data, wanted)),
    };
    found.groupCollapsed = found.group;
    for (const [name, action] of Object.entries(found)) define(action, "name", { __proto__: null, value: name, configurable: true });
    return kit.lacking.completed(found, "console", kit.lacking.PARTS.console);
  };

  const table = (data, wanted) => {
    if (typeof data !== "object" || data === null) return data;
    const isObject = (row) => typeof row === "object" && row !== null;
    const shown = (value) => {
      const large = isObject(value) && !Array.isArray(value) && Object.keys(value).length > 2;
      return kit.printing.inspect(value, { depth: large ? -1 : 0 });
    };
    if (data instanceof Map) {
      return drawn(["(iteration index)", "Key", "Values"], [...data].map(([key, value], place) => [`${place}`, shown(key), shown(value)]));
    }
    if (data instanceof Set) return drawn(["(iteration index)", "Values"], [...data].map((value, place) => [`${place}`, shown(value)]));
    const rows = Object.entries(data);
    const inner = rows.filter(([, row]) => isObject(row));
    const columns = wanted ?? [...new Set(inner.flatMap(([, row]) => Object.keys(row)))];
    const plain = inner.length < rows.length;
    const body = rows.map(([key, row]) => {
      const cells = columns.map((name) => (isObject(row) && Object.hasOwn(row, name) ? shown(row[name]) : ""));
      return [key, ...cells, ...(plain ? [isObject(row) ? "" : shown(row)] : [])];
    });
    return drawn(["(index)", ...columns, ...(plain ? ["Values"] : [])], body);
  };

  const drawn = (head, body) => {
    const { widthOf } = kit.printing;
    const widths = head.map((name, place) => Math.max(widthOf(name), ...body.map((row) => widthOf(row[place]))));
    const line = (from, between, until) => from + widths.map((width) => "─".repeat(width + 2)).join(between) + until;
    const row = (cells) => `│${cells.map((cell, place) => ` ${cell}${" ".repeat(widths[place] - widthOf(cell))} `).join("│")}│`;
    return [line("┌", "┬", "┐"), row(head), line("├", "┼", "┤"), ...body.map(row), line("└", "┴", "┘")].join("\n");
  };

  kit.consoleOf = consoleOf;
});
