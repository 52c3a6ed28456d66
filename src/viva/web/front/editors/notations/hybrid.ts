// The readable notation of hybrid systems, as `viva.engines.hybrid.formats.text` reads it, with one automaton.
import { type Arrow, type Line, type Model, NotDrawn, type Notation, type Piece, commented, linesOf, replaced, withoutLines } from "./model";

interface Part {
  line: Line;
  /** The line without its comment, trimmed, and where that begins. */
  bare: string;
  from: number;
  number: number;
}

interface Mode {
  part: Part;
  name: string;
  nameFrom: number;
  parts: Part[];
}

interface Switch {
  part: Part;
  mode: Mode;
  guard: string;
  target: string;
  targetFrom: number;
  targetTo: number;
  resets: string;
}

interface Found {
  modes: Mode[];
  switches: Switch[];
  initially: { part: Part; name: string } | null;
}

const WHEN = /^(?:when\s+(.*?)\s+)?(?:go\s+to|goto|->|→)\s+(.+)$/;
const unquoted = (name: string): string => (/^".*"$/.test(name) ? name.slice(1, -1) : name);
const quoted = (name: string): string => (/^[\p{L}_][\p{L}\p{N}_]*$/u.test(name) ? name : `"${name}"`);

const switchOf = (part: Part, mode: Mode): Switch | null => {
  const found = WHEN.exec(part.bare);
  if (!found) return null;
  const rest = found[2] ?? "";
  const start = part.from + part.bare.length - rest.length;
  const named = /^"([^"]*)"/.exec(rest);
  if (named) return { part, mode, guard: found[1] ?? "", target: named[1] ?? "", targetFrom: start, targetTo: start + named[0].length, resets: rest.slice(named[0].length).replace(/^[\s,]*(?:with\s+)?/, "") };
  const cut = rest.split(":=")[0]?.includes(",") ? rest.indexOf(",") : rest.includes(" with ") ? rest.indexOf(" with ") : rest.length;
  const target = rest.slice(0, cut).trimEnd();
  return { part, mode, guard: found[1] ?? "", target, targetFrom: start, targetTo: start + target.length, resets: rest.slice(cut).replace(/^(?:,|\s+with\s)\s*/, "") };
};

const foundIn = (text: string): Found => {
  const found: Found = { modes: [], switches: [], initially: null };
  linesOf(text).forEach((line, index) => {
    const code = line.text.split("#", 1)[0] ?? "";
    const bare = code.trim();
    if (!bare) return;
    const part = { line, bare, from: line.from + code.length - code.trimStart().length, number: index + 1 };
    const word = /^\S+/.exec(bare)?.[0].replace(/:$/, "") ?? "";
    const rest = bare.slice(bare.indexOf(" ") < 0 ? bare.length : bare.indexOf(" ")).trim();
    if (word === "automaton" && found.modes.length) throw new NotDrawn("several", index + 1);
    if (word === "mode" || word === "location") {
      const name = unquoted(rest.replace(/:$/, ""));
      if (!name || found.modes.some((mode) => mode.name === name)) throw new NotDrawn("misread", index + 1);
      found.modes.push({ part, name, nameFrom: part.from + bare.length - rest.length, parts: [] });
    } else if (word === "initially" || word === "initial") {
      found.initially = { part, name: unquoted(rest) };
    } else {
      const mode = found.modes.at(-1);
      if (!mode || /^(?:variables?|var|outputs?|parameters?|events?|signals?|automaton)$/.test(word)) return;
      mode.parts.push(part);
      const leaving = switchOf(part, mode);
      if (leaving) found.switches.push(leaving);
    }
  });
  if (!found.modes.length) throw new NotDrawn("empty");
  return found;
};

const line = (part: Part): Piece => ({ from: part.line.from, to: part.line.end, insert: "" });

/** `guard / x := 0, y := 1` */
const shown = (each: Switch): string => `${each.guard || "true"}${each.resets ? ` / ${each.resets}` : ""}`;
const written = (label: string, target: string): string => {
  const [guard, ...resets] = label.split(" / ");
  const after = resets.join(" / ").trim();
  return `when ${guard?.trim() || "true"} go to ${quoted(target)}${after ? `, ${after}` : ""}`;
};

const behind = (mode: Mode, insert: string): Piece => {
  const last = mode.parts.at(-1) ?? mode.part;
  const alone = last.line.end === last.line.to;
  return { from: last.line.end, to: last.line.end, insert: alone ? `\n${insert}` : `${insert}\n` };
};

const start = (found: Found): string => found.initially?.name ?? found.modes[0]?.name ?? "";

export const hybrid: Notation = {
  ...commented,
  accepts: false,
  merged: false,
  round: false,

  read(text: string): Model {
    const found = foundIn(text);
    const known = new Set(found.modes.map((mode) => mode.name));
    const first = start(found);
    if (!known.has(first)) throw new NotDrawn("misread", found.initially?.part.number ?? null);
    const arrows: Arrow[] = found.switches.map((each) => {
      if (!known.has(each.target)) throw new NotDrawn("misread", each.part.number);
      return { source: each.mode.name, target: each.target, label: shown(each), line: each.part.number };
    });
    const inside = (mode: Mode): string => mode.parts.filter((part) => !WHEN.test(part.bare)).map((part) => part.bare).join("\n");
    return { states: found.modes.map((mode) => ({ name: mode.name, start: mode.name === first, accepting: false, inside: inside(mode), line: mode.part.number })), arrows };
  },

  fits: (name) => name.trim() !== "" && !/["#\n:]/.test(name),

  addState(text, name) {
    try {
      return replaced(text, [behind(foundIn(text).modes.at(-1) as Mode, `mode ${quoted(name)}`)]);
    } catch (problem) {
      if (!(problem instanceof NotDrawn) || problem.key !== "empty") throw problem;
      return `${text}${text === "" || text.endsWith("\n") ? "" : "\n"}mode ${quoted(name)}\n`;
    }
  },

  removeStates(text, names) {
    const found = foundIn(text);
    const gone = new Set(names);
    const pieces: Piece[] = [];
    for (const mode of found.modes) if (gone.has(mode.name)) pieces.push(line(mode.part), ...mode.parts.map(line));
    for (const each of found.switches) if (gone.has(each.target) && !gone.has(each.mode.name)) pieces.push(line(each.part));
    if (found.initially && gone.has(found.initially.name)) pieces.push(line(found.initially.part));
    return withoutLines(text, pieces);
  },

  rename(text, old, name) {
    const found = foundIn(text);
    const pieces: Piece[] = [];
    for (const mode of found.modes) if (mode.name === old) pieces.push({ from: mode.nameFrom, to: mode.part.from + mode.part.bare.replace(/:$/, "").length, insert: quoted(name) });
    for (const each of found.switches) if (each.target === old) pieces.push({ from: each.targetFrom, to: each.targetTo, insert: quoted(name) });
    if (found.initially?.name === old) pieces.push({ from: found.initially.part.from, to: found.initially.part.from + found.initially.part.bare.length, insert: `initially ${quoted(name)}` });
    return replaced(text, pieces);
  },

  setStart(text, name) {
    const found = foundIn(text);
    if (start(found) === name) return text;
    const insert = `initially ${quoted(name)}`;
    const known = found.initially?.part;
    if (known) return replaced(text, [{ from: known.from, to: known.from + known.bare.length, insert }]);
    const first = (found.modes[0] as Mode).part.line;
    return replaced(text, [{ from: first.from, to: first.from, insert: `${insert}\n` }]);
  },

  setAccepting: (text) => text,

  setArrow(text, at, source, target, label) {
    const found = foundIn(text);
    const old = at === null ? undefined : found.switches[at];
    if (label === null) return old ? withoutLines(text, [line(old.part)]) : text;
    if (old && old.mode.name === source) {
      if (old.target === target && shown(old) === label.trim()) return text;
      return replaced(text, [{ from: old.part.from, to: old.part.from + old.part.bare.length, insert: written(label, target) }]);
    }
    const mode = found.modes.find((each) => each.name === source);
    if (!mode) return text;
    const pieces = [behind(mode, `  ${written(label, target)}`)];
    return replaced(text, old ? [...pieces, line(old.part)] : pieces);
  },
};
