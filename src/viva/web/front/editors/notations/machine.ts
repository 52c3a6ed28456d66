// The readable notation of state machines, as `viva.engines.machines.formats.text` reads it: a state in another is known by
// both names with a full stop between.
import { type Arrow, type Model, NotDrawn, type Notation, type Piece, type State, commented, replaced } from "./model";

interface Token {
  from: number;
  to: number;
  text: string;
  /** A quoted name is never a word of the notation. */
  word: string;
}

interface Statement {
  from: number;
  to: number;
  state?: { name: Token; initial: Token | null; keyword: Token; body: Group | null; isPart: boolean };
  arrow?: { source: Token; target: Token; label: { from: number; to: number } };
}

/** What stands in one pair of brackets: the states of one level, and the transitions among them. */
interface Group {
  open: Token;
  close: Token;
  statements: Statement[];
  /** Whether these run side by side. */
  several: boolean;
}

/** A statement with the names of the states around it. */
interface Placed extends Statement {
  group: Group;
  path: string;
}

const TOKEN = /(\s+|#[^\n]*|\/\/[^\n]*)|"[^"\n]*"|[\p{L}_][\p{L}\p{N}_]*|\d+|<->|->|→|:=|&&|\|\||==|!=|<=|>=|\.\.|./gsuy;
const SEVERAL = ["parallel", "cascade"];
const INTERLEAVED = "interleaved";
const NAME = /^(?:[\p{L}_]|")/u;

const tokensOf = (text: string): Token[] => {
  const found: Token[] = [];
  for (const match of text.matchAll(TOKEN)) {
    if (match[1] !== undefined) continue;
    const piece = match[0];
    const quoted = piece.length > 1 && piece.startsWith('"');
    found.push({ from: match.index, to: match.index + piece.length, text: quoted ? piece.slice(1, -1) : piece, word: quoted ? "" : piece === "→" ? "->" : piece });
  }
  return found;
};

const lineOf = (text: string, at: number): number => text.slice(0, at).split("\n").length;

const DEEPEST = 50;

const foundIn = (text: string): Group => {
  const tokens = tokensOf(text);
  const fail = (token: Token | undefined): never => {
    throw new NotDrawn("misread", lineOf(text, token?.from ?? text.length));
  };
  if (!tokens.length) throw new NotDrawn("empty");
  const isName = (token: Token | undefined): token is Token => token !== undefined && NAME.test(text[token.from] ?? "");
  const begins = (at: number): boolean => {
    const [token, next, before] = [tokens[at], tokens[at + 1], tokens[at - 1]];
    if (next?.word === "->") return true;
    return (token?.word === "state" || token?.word === "initial") && before?.word !== "->" && isName(next);
  };
  /** What refines a state or is a part, where something does, and what comes behind it. */
  const inner = (at: number, depth: number): [Group | null, number] => {
    if (tokens[at]?.word === "{") return group(at, depth);
    const open = opens(at);
    return open === null ? [null, at] : parts(open, depth);
  };
  /** Where the bracket is of machines side by side that begin here; `interleaved` ones name whose turn it is before it. */
  const opens = (at: number): number | null => {
    const word = tokens[at]?.word ?? "";
    const open = word === INTERLEAVED && isName(tokens[at + 1]) ? at + 2 : SEVERAL.includes(word) ? at + 1 : -1;
    return tokens[open]?.word === "{" ? open : null;
  };
  const parts = (from: number, depth: number): [Group, number] => {
    const open = tokens[from] as Token;
    const statements: Statement[] = [];
    if (depth > DEEPEST) return fail(open);
    for (let at = from + 1; ; ) {
      const name = tokens[at];
      if (name?.word === "}") return statements.length ? [{ open, close: name, statements, several: true }, at + 1] : fail(name);
      const [body, next] = isName(name) ? inner(at + 1, depth + 1) : [null, at];
      if (!name || !body) return fail(name);
      statements.push({ from: name.from, to: body.close.to, state: { name, initial: null, keyword: name, body, isPart: true } });
      at = next;
    }
  };
  /** The group that the bracket at this place opens, and what comes behind it. */
  const group = (from: number, depth: number): [Group, number] => {
    const open = tokens[from] as Token;
    const statements: Statement[] = [];
    if (depth > DEEPEST) return fail(open);
    for (let at = from + 1; ; ) {
      const first = tokens[at];
      if (first?.word === "}") return [{ open, close: first, statements, several: false }, at + 1];
      if (!first || !begins(at)) return fail(first);
      if (tokens[at + 1]?.word !== "->") {
        const name = tokens[at + 1] as Token;
        const [body, next] = inner(at + 2, depth + 1);
        statements.push({ from: first.from, to: (body?.close ?? name).to, state: { name, initial: first.word === "initial" ? first : null, keyword: first, body, isPart: false } });
        at = next;
        continue;
      }
      let end = at + 3;
      while (end < tokens.length && tokens[end]?.word !== "}" && !begins(end)) end++;
      const [last, target, colon] = [tokens[end - 1] as Token, tokens[at + 2], end > at + 3 ? tokens[at + 3] : undefined];
      if (!isName(target) || !isName(first)) return fail(first);
      if (colon && ![":", "/", "["].includes(colon.word)) return fail(colon);
      const label = colon ? (colon.word === ":" ? (tokens[at + 4]?.from ?? colon.to) : colon.from) : target.to;
      statements.push({ from: first.from, to: last.to, arrow: { source: first, target, label: { from: Math.min(label, last.to), to: last.to } } });
      at = end;
    }
  };
  const begin = tokens.findIndex(({ word }, at) => (word === "machine" && tokens[at + 1]?.word === "{") || opens(at) !== null);
  if (begin < 0) return fail(tokens[0]);
  const [found, next] = tokens[begin]?.word === "machine" ? group(begin + 1, 0) : parts(opens(begin) ?? begin, 0);
  if (next < tokens.length) fail(tokens[next]);
  return found;
};

const keyOf = (path: string, name: string): string => (path ? `${path}.${name}` : name);

/** Every statement at every level, an outer state before what is in it. */
const allIn = (group: Group, path = ""): Placed[] =>
  group.statements.flatMap((each) => [{ ...each, group, path }, ...(each.state?.body ? allIn(each.state.body, keyOf(path, each.state.name.text)) : [])]);

const statesIn = (group: Group): Statement[] => group.statements.filter((each) => each.state);

/** The key of a state that is declared there, or both ends of an arrow. */
const keysOf = ({ path, state, arrow }: Placed): string[] => (state ? [keyOf(path, state.name.text)] : [arrow?.source, arrow?.target].map((end) => keyOf(path, end?.text ?? "")));

const written = (name: string): string => (/^[\p{L}_][\p{L}\p{N}_]*$/u.test(name) && !["state", "initial"].includes(name) ? name : `"${name}"`);

const indentOf = (text: string, at: number): string => /^[ \t]*/.exec(text.slice(text.lastIndexOf("\n", at - 1) + 1))?.[0] ?? "";

/** New statements behind the last one (of its kind), each on a line of its own, indented as that is. */
const appended = (text: string, group: Group, after: Statement | undefined, ...statements: string[]): Piece => {
  const place = after ?? group.statements.at(-1);
  const indent = place ? (alone(text, place.from) ? indentOf(text, place.from) : "  ") : `${indentOf(text, group.open.from)}  `;
  const insert = statements.map((each) => `\n${indent}${each.replace(/\n/g, `\n${indent}`)}`).join("");
  if (!place) return { from: group.open.to, to: group.open.to, insert: `${insert}${/^\s*\n/.test(text.slice(group.open.to)) ? "" : "\n"}` };
  const rest = /^[ \t]*(?:(?:#|\/\/)[^\n]*)?(?=\n)/.exec(text.slice(place.to));
  const at = place.to + (rest?.[0].length ?? 0);
  return { from: at, to: at, insert: `${insert}${rest ? "" : "\n"}` };
};

const alone = (text: string, at: number): boolean => /^[ \t]*$/.test(text.slice(text.lastIndexOf("\n", at - 1) + 1, at));

/** With its line, where it is alone there. */
const removed = (text: string, statement: Statement): Piece => {
  const start = text.lastIndexOf("\n", statement.from - 1) + 1;
  const stop = text.indexOf("\n", statement.to);
  const isAlone = alone(text, statement.from) && /^[ \t]*$/.test(text.slice(statement.to, stop < 0 ? text.length : stop));
  return isAlone && stop >= 0 ? { from: start, to: stop + 1, insert: "" } : { from: statement.from, to: statement.to, insert: "" };
};

/** The brackets taken away of a state in which nothing is left; comments stay. */
const emptied = (text: string, state: NonNullable<Statement["state"]>, gone: readonly Statement[]): Piece => {
  const body = state.body as Group;
  const inside = body.statements.reduce((left, each) => (gone.includes(each) ? left.replace(text.slice(each.from, each.to), "") : left), text.slice(body.open.to, body.close.from));
  const comments = [...inside.matchAll(TOKEN)].flatMap((match) => (/^(?:#|\/\/)/.test(match[1] ?? "") ? [`\n${indentOf(text, state.name.from)}  ${match[1]}`] : []));
  const isLast = /^[ \t]*(?:\n|$)/.test(text.slice(body.close.to));
  return { from: state.name.to, to: body.close.to, insert: `${comments.join("")}${comments.length && !isLast ? "\n" : ""}` };
};

/** What takes statements out of a group; an outer state without states is one like others. */
const without = (text: string, all: readonly Placed[], gone: readonly Placed[]): Piece[] => {
  const froms = new Set(gone.map((each) => each.from));
  const outermost = gone.filter((each) => !gone.some((other) => other.from < each.from && other.to >= each.to));
  const pieces: Piece[] = [];
  for (const { group, path } of outermost.filter((each, at) => outermost.findIndex((other) => other.group === each.group) === at)) {
    const here = outermost.filter((each) => each.group === group);
    const outer = all.find((each) => each.state?.body === group)?.state;
    const left = statesIn(group).filter((each) => !froms.has(each.from));
    if (outer && path && !left.length && !outer.isPart) pieces.push(emptied(text, outer, group.statements));
    else pieces.push(...here.map((each) => removed(text, each)));
  }
  return pieces;
};

const arrowsOf = (all: readonly Placed[]): Placed[] => all.filter((each) => each.arrow);
const labelled = (source: string, target: string, label: string): string => {
  const trimmed = label.trim();
  const middle = trimmed === "" ? "" : trimmed.startsWith("/") || trimmed.startsWith("[") ? ` ${trimmed}` : `: ${trimmed}`;
  return `${written(source)} -> ${written(target)}${middle}`;
};

/** Machines side by side are written, and no picture makes one, takes one away, or puts a state beside them. */
const refuseSeveral = (found: Group | null | undefined): void => {
  if (found?.several) throw new NotDrawn("side_by_side");
};

const initial = (statement: Statement | undefined): Piece[] => (statement?.state && !statement.state.initial ? [{ ...statement.state.keyword, insert: "initial" }] : []);

export const machine: Notation = {
  ...commented,
  accepts: false,
  merged: false,
  round: false,

  read(text: string): Model {
    const all = allIn(foundIn(text));
    const states: State[] = [];
    for (const { state, path, from } of all) {
      if (!state) continue;
      const part = state.isPart ? ({ part: state.body?.several ? "several" : "machine" } as const) : {};
      states.push({ name: keyOf(path, state.name.text), own: state.name.text, parent: path, ...part, start: state.initial !== null, accepting: false, inside: "", line: lineOf(text, from) });
    }
    const known = new Set(states.map((state) => state.name));
    if (known.size < states.length) throw new NotDrawn("misread");
    const arrows: Arrow[] = arrowsOf(all).map((each) => {
      const { label } = each.arrow as NonNullable<Statement["arrow"]>;
      const [source = "", target = ""] = keysOf(each);
      if (!known.has(source) || !known.has(target)) throw new NotDrawn("misread", lineOf(text, each.from));
      return { source, target, label: text.slice(label.from, label.to).replace(/\s+/g, " "), line: lineOf(text, each.from) };
    });
    return { states, arrows };
  },

  fits: (name) => name.trim() !== "" && !/["\n.]/.test(name),

  addState(text, name, outer) {
    const root = foundIn(text);
    const found = outer === undefined ? root : (allIn(root).find((each) => each.state && keysOf(each)[0] === outer)?.state?.body ?? root);
    refuseSeveral(found);
    const states = statesIn(found);
    return replaced(text, [appended(text, found, states.at(-1), `${states.length ? "state" : "initial"} ${written(name)}`)]);
  },

  removeStates(text, names) {
    const all = allIn(foundIn(text));
    const gone = new Set(names);
    for (const each of all) if (each.state && gone.has(keysOf(each)[0] ?? "")) refuseSeveral(each.group);
    return replaced(text, without(text, all, all.filter((each) => keysOf(each).some((key) => gone.has(key)))));
  },

  rename(text, old, name) {
    const all = allIn(foundIn(text));
    // Whose turn it is, is said by the names of interleaved machines elsewhere.
    const group = all.find((each) => each.state?.isPart && keysOf(each)[0] === old)?.group;
    if (group && new RegExp(`\\b${INTERLEAVED}\\s+\\S+\\s*$`).test(text.slice(0, group.open.from))) refuseSeveral(group);
    const tokens = all.flatMap((each) => [each.state?.name, each.arrow?.source, each.arrow?.target].flatMap((token) => (token && keyOf(each.path, token.text) === old ? [token] : [])));
    return replaced(text, tokens.map((token) => ({ from: token.from, to: token.to, insert: written(name) })));
  },

  setStart(text, name) {
    const all = allIn(foundIn(text));
    const group = all.find((each) => each.state && keysOf(each)[0] === name)?.group;
    refuseSeveral(group);
    const pieces: Piece[] = [];
    for (const each of all) {
      if (!each.state || each.group !== group) continue;
      if (keysOf(each)[0] === name) pieces.push(...initial(each));
      else if (each.state.initial) pieces.push({ ...each.state.initial, insert: "state" });
    }
    return replaced(text, pieces);
  },

  setAccepting: (text) => text,

  setArrow(text, at, source, target, label) {
    const found = foundIn(text);
    const all = allIn(found);
    const old = at === null ? undefined : arrowsOf(all)[at];
    if (label === null) return old ? replaced(text, [removed(text, old)]) : text;
    const [from, to] = [source, target].map((key) => all.find((each) => each.state && keysOf(each)[0] === key));
    if (!from || !to) return text;
    if (from.group !== to.group) throw new NotDrawn("apart");
    refuseSeveral(from.group);
    const insert = labelled(from.state?.name.text ?? "", to.state?.name.text ?? "", label);
    if (!old) return replaced(text, [appended(text, from.group, undefined, insert)]);
    const arrow = old.arrow as NonNullable<Statement["arrow"]>;
    const now = text.slice(arrow.label.from, arrow.label.to).replace(/\s+/g, " ");
    const [was, led] = keysOf(old);
    if (was === source && led === target && now === label.trim()) return text;
    if (old.group !== from.group) return replaced(text, [removed(text, old), appended(text, from.group, undefined, insert)]);
    return replaced(text, [{ from: old.from, to: old.to, insert }]);
  },

  nest(text, names, outer) {
    const root = foundIn(text);
    const all = allIn(root);
    const moved = all.filter((each) => each.state && names.includes(keysOf(each)[0] ?? ""));
    const [into, group] = [all.find((each) => each.state && keysOf(each)[0] === outer), moved[0]?.group];
    const goal = outer === null ? root : (into?.state?.body ?? null);
    for (const each of [group, goal]) refuseSeveral(each);
    if (!group || goal === group || moved.some((each) => each.group !== group)) return text;
    if (moved.some((each) => each === into || (into && each.from < into.from && each.to >= into.to))) throw new NotDrawn("into_itself");
    if (goal && statesIn(goal).some((each) => moved.some((other) => other.state?.name.text === each.state?.name.text))) throw new NotDrawn("taken_there");
    const inner = new Set(moved.map((each) => keysOf(each)[0] ?? ""));
    const touched = arrowsOf(all).filter((each) => each.group === group && keysOf(each).some((key) => inner.has(key)));
    const along = touched.filter((each) => keysOf(each).every((key) => inner.has(key)));
    const first = !goal || !statesIn(goal).length;
    const lines = moved.map((each, at) => {
      const name = each.state as NonNullable<Statement["state"]>;
      return `${first && at === 0 ? "initial" : "state"}${dedented(text, name.keyword.to, each)}`;
    });
    lines.push(...along.map((each) => dedented(text, each.from, each)));
    const left = statesIn(group).filter((each) => !moved.some((other) => other.from === each.from));
    const pieces = [...without(text, all, [...moved, ...touched]), ...(left.some((each) => each.state?.initial) ? [] : initial(left[0]))];
    if (goal) pieces.push(appended(text, goal, lines.length > along.length ? statesIn(goal).at(-1) : undefined, ...lines));
    else if (into?.state) {
      const indent = indentOf(text, into.from);
      const within = lines.map((each) => `\n${indent}  ${each.replace(/\n/g, `\n${indent}  `)}`).join("");
      pieces.push({ from: into.state.name.to, to: into.state.name.to, insert: ` {${within}\n${indent}}` });
    }
    return replaced(text, pieces);
  },
};

/** A statement from a place in it on, without the indent of its first line. */
const dedented = (text: string, from: number, { from: begin, to }: Statement): string => {
  const indent = indentOf(text, begin);
  return text.slice(from, to).split("\n").map((line, at) => (at && line.startsWith(indent) ? line.slice(indent.length) : line)).join("\n");
};
