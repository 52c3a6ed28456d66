// The table of an automaton, read as `viva.engines.automata.formats.table` reads it, with the place of every entry.
import { type Arrow, EPSILON, type Line, type Model, NotDrawn, type Notation, type Piece, commented, lettersOf, linesOf, replaced, withoutLines } from "./model";

interface Cell {
  from: number;
  to: number;
  text: string;
}

interface Row {
  line: Line;
  number: number;
  name: Cell;
  marks: { from: number; to: number; start: boolean }[];
  cells: Cell[];
}

interface Table {
  header: Line;
  letters: Cell[];
  columns: string[];
  rows: Row[];
}

const SPACE = /[\s\x1c-\x1f\x85]/;
const NO_MOVE = ["-", "–", "—", "∅", "{}", "_", "."];
const CORNERS = ["state", "states", "δ", "q", "delta", "zustand"];
const MARK = /^(->|→|=>|>|\*)/;

const isRule = (line: string): boolean => /^[ \t|+:=─-]*$/.test(line) && /---|───|===/.test(line);

const cellsOf = (line: Line): Cell[] => {
  if (isRule(line.text)) return [];
  const comment = /(?:^|(?<=[\s\x1c-\x1f\x85]))#/.exec(line.text);
  const bare = comment ? line.text.slice(0, comment.index) : line.text;
  const found: Cell[] = [];
  let entry: Cell | null = null;
  let ended = false;
  let at = line.from;
  for (const sign of bare) {
    const here = at;
    at += sign.length;
    const inside: boolean = entry !== null && entry.text.startsWith("{") && !entry.text.endsWith("}");
    if (sign === "|" || SPACE.test(sign)) {
      ended = sign === "|" || !inside;
      if (sign === "|" && entry) {
        found.push(entry);
        entry = null;
      }
      continue;
    }
    if (entry && ended && !inside && sign !== "," && !entry.text.endsWith(",")) {
      found.push(entry);
      entry = null;
    }
    entry ??= { from: here, to: here, text: "" };
    entry.text += sign;
    entry.to = at;
    ended = false;
  }
  return entry ? [...found, entry] : found;
};

const rowOf = (line: Line, cells: Cell[], number: number): Row => {
  const marks: Row["marks"] = [];
  let rest = [...cells];
  for (let first = rest[0]; first; first = rest[0]) {
    const mark = MARK.exec(first.text);
    if (!mark) break;
    const end = first.from + mark[0].length;
    marks.push({ from: first.from, to: end, start: mark[0] !== "*" });
    const left = first.text.slice(mark[0].length);
    rest = left ? [{ from: end, to: first.to, text: left }, ...rest.slice(1)] : rest.slice(1);
  }
  const [name, ...others] = rest;
  if (!name) throw new NotDrawn("misread", number);
  if (name.text.length > 1 && name.text.endsWith("*")) {
    marks.push({ from: name.to - 1, to: name.to, start: false });
    return { line, number, marks, cells: others, name: { from: name.from, to: name.to - 1, text: name.text.slice(0, -1) } };
  }
  return { line, number, marks, cells: others, name };
};

const tableOf = (text: string): Table => {
  const lines = linesOf(text).map((line, index) => ({ line, number: index + 1, cells: cellsOf(line) }));
  const [first, ...others] = lines.filter((each) => each.cells.length);
  if (!first) throw new NotDrawn("empty");
  const corner = first.cells.length > 1 && CORNERS.includes(first.cells[0]?.text.toLowerCase() ?? "");
  const letters = corner ? first.cells.slice(1) : first.cells;
  const columns = letters.map((cell) => (EPSILON.includes(cell.text.toLowerCase()) ? "" : cell.text));
  if (columns.some((letter) => [...letter].length > 1) || new Set(columns).size < columns.length) throw new NotDrawn("misread", first.number);
  const names = new Set<string>();
  const rows = others.map(({ line, number, cells }) => {
    const row = rowOf(line, cells, number);
    if (row.cells.length !== columns.length || names.has(row.name.text)) throw new NotDrawn("misread", number);
    names.add(row.name.text);
    return row;
  });
  others.forEach(({ number }, index) => {
    for (const cell of rows[index]?.cells ?? []) if (targets(cell).some((name) => !names.has(name))) throw new NotDrawn("misread", number);
  });
  return { header: first.line, letters, columns, rows };
};

const targets = (cell: Cell): string[] => {
  if (NO_MOVE.includes(cell.text)) return [];
  const inner = cell.text.startsWith("{") ? cell.text.slice(1, -1) : cell.text;
  return inner.split(",").filter((name) => name);
};

/** An entry with other targets: as wide as before where there is room, so that columns stay below each other. */
const entry = (text: string, cell: Cell, names: readonly string[]): Piece => {
  const written = cell.text.startsWith("{") ? `{${names.join(",")}}` : names.join(",") || "-";
  const blanks = /^ */.exec(text.slice(cell.to))?.[0].length ?? 0;
  const last = cell.to + blanks >= text.length || /[\n\r|]/.test(text[cell.to + blanks] ?? "\n");
  const [old, now] = [cell.to - cell.from, written.length];
  if (now <= old) return { from: cell.from, to: cell.to, insert: last && !blanks ? written : written.padEnd(old) };
  const room = last ? blanks : Math.max(0, blanks - 1);
  return { from: cell.from, to: cell.to + Math.min(room, now - old), insert: written };
};

const shown = (letter: string): string => letter || "ε";

export const table: Notation = {
  ...commented,
  accepts: true,
  merged: true,
  round: true,

  read(text: string): Model {
    const found = tableOf(text);
    const states = found.rows.map((row) => ({
      name: row.name.text,
      start: row.marks.some((mark) => mark.start),
      accepting: row.marks.some((mark) => !mark.start),
      inside: "",
      line: row.number,
    }));
    const arrows = new Map<string, Arrow>();
    for (const row of found.rows) {
      row.cells.forEach((cell, column) => {
        for (const target of targets(cell)) {
          const key = JSON.stringify([row.name.text, target]);
          const known = arrows.get(key);
          const letter = shown(found.columns[column] ?? "");
          if (!known) arrows.set(key, { source: row.name.text, target, label: letter, line: null });
          else if (!known.label.split(",").includes(letter)) known.label += `,${letter}`;
        }
      });
    }
    return { states, arrows: [...arrows.values()] };
  },

  fits: (name) => /^[^\s,|#*>{}]+$/.test(name) && !NO_MOVE.includes(name) && !/^(->|→|=>)/.test(name),

  addState(text, name) {
    const found = tableOf(text);
    const last = found.rows.at(-1);
    const line = last?.line ?? found.header;
    let written = "";
    if (last) {
      const blank = (from: number, to: number): string => text.slice(from, to).replace(/[^\s|]/g, " ");
      let at = line.from;
      const put = (cell: Cell, sign: string): void => {
        written += blank(at, cell.from) + sign.padEnd(cell.to - cell.from);
        at = cell.to;
      };
      put(last.name, name);
      for (const cell of last.cells) put(cell, "-");
      if (name.length > last.name.to - last.name.from) written = written.replace(name, `${name} `);
      written = `${written.trimEnd()}${/\|\s*$/.test(line.text) ? " |" : ""}`;
    } else {
      written = `   ${name}`;
      for (const letter of found.letters) written = `${written.padEnd(letter.from - line.from - 1)} -`;
      const corner = found.letters.length < cellsOf(line).length;
      if (!corner && found.letters.length === 0) throw new NotDrawn("empty");
    }
    const insert = line.end === line.to ? `\n${written}` : `${written}${text.slice(line.to, line.end)}`;
    return replaced(text, [{ from: line.end, to: line.end, insert }]);
  },

  removeStates(text, names) {
    const gone = new Set(names);
    const pieces: Piece[] = [];
    for (const row of tableOf(text).rows) {
      if (gone.has(row.name.text)) {
        pieces.push({ from: row.line.from, to: row.line.end, insert: "" });
        continue;
      }
      for (const cell of row.cells) {
        const left = targets(cell).filter((name) => !gone.has(name));
        if (left.length < targets(cell).length) pieces.push(entry(text, cell, left));
      }
    }
    return withoutLines(text, pieces);
  },

  rename(text, old, name) {
    const pieces: Piece[] = [];
    for (const row of tableOf(text).rows) {
      if (row.name.text === old) pieces.push(row.marks.some((mark) => mark.from === row.name.to) ? { ...row.name, insert: name } : { ...entry(text, { ...row.name, text: "" }, [name]) });
      for (const cell of row.cells) {
        const names = targets(cell);
        if (names.includes(old)) pieces.push(entry(text, cell, names.map((each) => (each === old ? name : each))));
      }
    }
    return replaced(text, pieces);
  },

  setStart: (text, name) => marked(text, (row) => row.name.text === name, true),

  setAccepting: (text, name, on) => marked(text, (row) => (row.name.text === name ? on : null), false),

  setArrow(text, at, source, target, label) {
    const old = at === null ? undefined : table.read(text).arrows[at];
    let result = text;
    const change = (from: string, letter: string, to: string, on: boolean): void => {
      if (on && !tableOf(result).columns.includes(letter)) result = withColumn(result, letter);
      const found = tableOf(result);
      const cell = found.rows.find((row) => row.name.text === from)?.cells[found.columns.indexOf(letter)];
      if (!cell || targets(cell).includes(to) === on) return;
      const names = on ? [...targets(cell), to] : targets(cell).filter((name) => name !== to);
      result = replaced(result, [entry(result, cell, names)]);
    };
    const wanted = label === null ? [] : lettersOf(label);
    if (wanted.some((letter) => [...letter].length > 1)) throw new NotDrawn("one_letter");
    for (const letter of old ? lettersOf(old.label) : []) {
      if (old && (old.source !== source || old.target !== target || !wanted.includes(letter))) change(old.source, letter, old.target, false);
    }
    for (const letter of wanted) change(source, letter, target, true);
    return result;
  },
};

const withColumn = (text: string, letter: string): string => {
  const found = tableOf(text);
  const end = (line: Line, cells: Cell[]): number => cells.at(-1)?.to ?? line.to;
  const lines: [number, string][] = [[end(found.header, found.letters), shown(letter)], ...found.rows.map((row): [number, string] => [end(row.line, [row.name, ...row.cells]), "-"])];
  const froms = [found.header.from, ...found.rows.map((row) => row.line.from)];
  const width = Math.max(...lines.map(([at], index) => at - (froms[index] ?? 0)));
  const pieces = lines.map(([at, sign], index) => ({ from: at, to: at, insert: `${" ".repeat(width - (at - (froms[index] ?? 0)))} ${sign}` }));
  return replaced(text, pieces);
};

/** Marks of starts, or of what accepts, put and taken away; null leaves a row as it is. */
const marked = (text: string, wanted: (row: Row) => boolean | null, start: boolean): string => {
  const pieces: Piece[] = [];
  for (const row of tableOf(text).rows) {
    const [on, own] = [wanted(row), row.marks.filter((mark) => mark.start === start)];
    if (on === null || on === own.length > 0) continue;
    if (!on) {
      for (const mark of own) pieces.push({ from: mark.from, to: mark.to, insert: " ".repeat(mark.to - mark.from) });
      continue;
    }
    const sign = start ? "->" : "*";
    const first = start ? Math.min(row.name.from, ...row.marks.map((mark) => mark.from)) : row.name.from;
    const blanks = /[ ]*$/.exec(text.slice(row.line.from, first))?.[0].length ?? 0;
    const room = blanks >= sign.length + 1 ? sign.length + 1 : 0;
    pieces.push({ from: first - room, to: first, insert: `${sign} ` });
  }
  return replaced(text, pieces);
};
