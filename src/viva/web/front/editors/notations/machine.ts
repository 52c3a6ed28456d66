// The readable notation of state machines, as `viva.engines.machines.formats.text` reads it, where states are not nested.
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
  state?: { name: Token; initial: Token | null; keyword: Token };
  arrow?: { source: Token; target: Token; label: { from: number; to: number } };
}

interface Found {
  open: Token;
  close: Token;
  statements: Statement[];
}

const TOKEN = /(\s+|#[^\n]*|\/\/[^\n]*)|"[^"\n]*"|[\p{L}_][\p{L}\p{N}_]*|\d+|<->|->|→|:=|&&|\|\||==|!=|<=|>=|\.\.|./gsuy;
const SEVERAL = ["parallel", "cascade"];
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

const foundIn = (text: string): Found => {
  const tokens = tokensOf(text);
  const fail = (token: Token | undefined, key = "misread"): never => {
    throw new NotDrawn(key, lineOf(text, token?.from ?? text.length));
  };
  if (!tokens.length) throw new NotDrawn("empty");
  if (tokens.some((token) => SEVERAL.includes(token.word))) fail(tokens.find((token) => SEVERAL.includes(token.word)), "nested");
  const begin = tokens.findIndex((token, index) => token.word === "machine" && tokens[index + 1]?.word === "{");
  const open = tokens[begin + 1];
  const close = tokens.at(-1);
  if (begin < 0 || !open || close?.word !== "}") return fail(tokens[0]);
  const inner = tokens.slice(begin + 2, -1);
  const nested = inner.find((token, index) => token.word === "{" && NAME.test(text[inner[index - 1]?.from ?? 0] ?? ""));
  if (nested) fail(nested, "nested");
  const begins = (index: number): boolean => {
    const [token, next, before] = [inner[index], inner[index + 1], inner[index - 1]];
    if (next?.word === "->") return true;
    return (token?.word === "state" || token?.word === "initial") && before?.word !== "->" && NAME.test(text[next?.from ?? 0] ?? "");
  };
  const statements: Statement[] = [];
  for (let index = 0; index < inner.length; ) {
    const first = inner[index] as Token;
    if (!begins(index)) return fail(first);
    let end = index + 1;
    const isArrow = inner[index + 1]?.word === "->";
    if (isArrow) end = index + 3;
    else end = index + 2;
    while (end < inner.length && !begins(end)) end++;
    const last = inner[end - 1] as Token;
    if (isArrow) {
      const target = inner[index + 2];
      if (!target || !NAME.test(text[target.from] ?? "") || !NAME.test(text[first.from] ?? "")) return fail(first);
      const colon = inner[index + 3];
      const has = colon !== undefined && index + 3 < end;
      if (has && ![":", "/", "["].includes(colon.word)) return fail(colon);
      const from = has ? (colon.word === ":" ? (inner[index + 4]?.from ?? colon.to) : colon.from) : target.to;
      statements.push({ from: first.from, to: last.to, arrow: { source: first, target, label: { from: Math.min(from, last.to), to: last.to } } });
    } else {
      if (end !== index + 2) return fail(inner[index + 2]);
      statements.push({ from: first.from, to: last.to, state: { name: last, initial: first.word === "initial" ? first : null, keyword: first } });
    }
    index = end;
  }
  return { open, close, statements };
};

const written = (name: string): string => (/^[\p{L}_][\p{L}\p{N}_]*$/u.test(name) && !["state", "initial"].includes(name) ? name : `"${name}"`);

/** A new statement behind the last one (of its kind), on a line of its own, indented as that is. */
const appended = (text: string, found: Found, after: Statement | undefined, statement: string): Piece => {
  const place = after ?? found.statements.at(-1);
  if (!place) return { from: found.open.to, to: found.open.to, insert: `\n  ${statement}${/^\s*\n/.test(text.slice(found.open.to)) ? "" : "\n"}` };
  const start = text.lastIndexOf("\n", place.from - 1) + 1;
  const indent = /^[ \t]*$/.test(text.slice(start, place.from)) ? text.slice(start, place.from) : "  ";
  const rest = /^[ \t]*(?:(?:#|\/\/)[^\n]*)?(?=\n)/.exec(text.slice(place.to));
  const at = place.to + (rest?.[0].length ?? 0);
  return { from: at, to: at, insert: `\n${indent}${statement}${rest ? "" : "\n"}` };
};

/** With its line, where it is alone there. */
const removed = (text: string, statement: Statement): Piece => {
  const start = text.lastIndexOf("\n", statement.from - 1) + 1;
  const stop = text.indexOf("\n", statement.to);
  const alone = /^\s*$/.test(text.slice(start, statement.from)) && /^[ \t]*$/.test(text.slice(statement.to, stop < 0 ? text.length : stop));
  return alone && stop >= 0 ? { from: start, to: stop + 1, insert: "" } : { from: statement.from, to: statement.to, insert: "" };
};

const arrowsOf = (found: Found): Statement[] => found.statements.filter((each) => each.arrow);
const labelled = (source: string, target: string, label: string): string => {
  const trimmed = label.trim();
  const middle = trimmed === "" ? "" : trimmed.startsWith("/") || trimmed.startsWith("[") ? ` ${trimmed}` : `: ${trimmed}`;
  return `${written(source)} -> ${written(target)}${middle}`;
};

export const machine: Notation = {
  ...commented,
  accepts: false,
  merged: false,
  round: false,

  read(text: string): Model {
    const found = foundIn(text);
    const states: State[] = [];
    for (const each of found.statements) if (each.state) states.push({ name: each.state.name.text, start: each.state.initial !== null, accepting: false, inside: "" });
    const known = new Set(states.map((state) => state.name));
    if (known.size < states.length) throw new NotDrawn("misread");
    const arrows: Arrow[] = arrowsOf(found).map((each) => {
      const arrow = each.arrow as NonNullable<Statement["arrow"]>;
      if (!known.has(arrow.source.text) || !known.has(arrow.target.text)) throw new NotDrawn("misread", lineOf(text, each.from));
      return { source: arrow.source.text, target: arrow.target.text, label: text.slice(arrow.label.from, arrow.label.to).replace(/\s+/g, " ") };
    });
    return { states, arrows };
  },

  fits: (name) => name.trim() !== "" && !/["\n]/.test(name),

  addState(text, name) {
    const found = foundIn(text);
    const last = found.statements.filter((each) => each.state).at(-1);
    return replaced(text, [appended(text, found, last ?? undefined, `${found.statements.some((each) => each.state) ? "state" : "initial"} ${written(name)}`)]);
  },

  removeStates(text, names) {
    const gone = new Set(names);
    const pieces = foundIn(text)
      .statements.filter((each) => gone.has(each.state?.name.text ?? "\0") || gone.has(each.arrow?.source.text ?? "\0") || gone.has(each.arrow?.target.text ?? "\0"))
      .map((each) => removed(text, each));
    return replaced(text, pieces);
  },

  rename(text, old, name) {
    const tokens = foundIn(text).statements.flatMap((each) => [each.state?.name, each.arrow?.source, each.arrow?.target]);
    return replaced(text, tokens.filter((token) => token?.text === old).map((token) => ({ from: token?.from ?? 0, to: token?.to ?? 0, insert: written(name) })));
  },

  setStart(text, name) {
    const pieces: Piece[] = [];
    for (const { state } of foundIn(text).statements) {
      if (state?.name.text === name && !state.initial) pieces.push({ from: state.keyword.from, to: state.keyword.to, insert: "initial" });
      else if (state?.initial && state.name.text !== name) pieces.push({ from: state.initial.from, to: state.initial.to, insert: "state" });
    }
    return replaced(text, pieces);
  },

  setAccepting: (text) => text,

  setArrow(text, at, source, target, label) {
    const found = foundIn(text);
    const old = at === null ? undefined : arrowsOf(found)[at];
    if (label === null) return old ? replaced(text, [removed(text, old)]) : text;
    if (!old) return replaced(text, [appended(text, found, undefined, labelled(source, target, label))]);
    const arrow = old.arrow as NonNullable<Statement["arrow"]>;
    const now = text.slice(arrow.label.from, arrow.label.to).replace(/\s+/g, " ");
    const same = arrow.source.text === source && arrow.target.text === target;
    if (same && now === label.trim()) return text;
    return replaced(text, [{ from: old.from, to: old.to, insert: labelled(source, target, label) }]);
  },
};
