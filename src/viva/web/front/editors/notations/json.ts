// `*.fa.json`, with the place of every value, so that a change touches nothing else.
import { type Arrow, type Model, NotDrawn, type Notation, type Piece, type Places, lettersOf, readPlaces, replaced, writePlaces } from "./model";

type Value =
  | { kind: "object"; from: number; to: number; entries: { key: string; from: number; value: Value }[] }
  | { kind: "array"; from: number; to: number; items: Value[] }
  | { kind: "plain"; from: number; to: number; value: unknown };

const DEEPEST = 50;

const parse = (text: string): Value => {
  let at = 0;
  const fail = (): never => {
    throw new NotDrawn("misread", text.slice(0, at).split("\n").length);
  };
  const blank = (): void => {
    while (/[ \t\n\r]/.test(text[at] ?? "x")) at++;
  };
  const plain = (): Value => {
    const found = /^(?:"(?:[^"\\]|\\.)*"|[-+\w.]+)/s.exec(text.slice(at));
    if (!found) return fail();
    const from = at;
    try {
      const value: unknown = JSON.parse(found[0]);
      at += found[0].length;
      return { kind: "plain", from, to: at, value };
    } catch {
      return fail();
    }
  };
  const several = (close: string, one: () => void): void => {
    at++;
    blank();
    if (text[at] === close) {
      at++;
      return;
    }
    for (;;) {
      one();
      blank();
      const sign = text[at++];
      if (sign === close) return;
      if (sign !== ",") fail();
    }
  };
  const value = (depth: number): Value => {
    blank();
    if (depth > DEEPEST) fail();
    const from = at;
    if (text[at] === "{") {
      const entries: { key: string; from: number; value: Value }[] = [];
      several("}", () => {
        blank();
        const key = plain();
        blank();
        if (key.kind !== "plain" || typeof key.value !== "string" || text[at++] !== ":") return fail();
        entries.push({ key: key.value, from: key.from, value: value(depth + 1) });
      });
      return { kind: "object", from, to: at, entries };
    }
    if (text[at] === "[") {
      const items: Value[] = [];
      several("]", () => {
        items.push(value(depth + 1));
      });
      return { kind: "array", from, to: at, items };
    }
    return plain();
  };
  const found = value(0);
  blank();
  if (at < text.length) fail();
  return found;
};

interface File {
  root: Value & { kind: "object" };
  get(key: string): Value | undefined;
  list(key: string): Value[];
}

const textOf = (value: Value | undefined): string => {
  if (value?.kind !== "plain" || typeof value.value !== "string") throw new NotDrawn("misread");
  return value.value;
};

const fileOf = (text: string): File => {
  const root = parse(text);
  if (root.kind !== "object") throw new NotDrawn("misread", 1);
  const get = (key: string): Value | undefined => root.entries.filter((each) => each.key === key).pop()?.value;
  const list = (key: string): Value[] => {
    const found = get(key);
    if (found === undefined) return [];
    if (found.kind !== "array") throw new NotDrawn("misread");
    return found.items;
  };
  return { root, get, list };
};

const starts = (file: File): string[] => {
  const initial = file.get("initial");
  if (initial === undefined || (initial.kind === "plain" && initial.value === null)) return [];
  return initial.kind === "array" ? initial.items.map(textOf) : [textOf(initial)];
};

/** A new value behind the last of a list, laid out as that is. */
const appended = (text: string, list: Value & { kind: "array" }, written: string): Piece => {
  const [last, before] = [list.items.at(-1), list.items.at(-2)];
  if (!last) return { from: list.from, to: list.to, insert: `[${written}]` };
  const between = before ? text.slice(before.to, last.from) : `,${text.slice(list.from + 1, last.from) || " "}`;
  return { from: last.to, to: last.to, insert: `${between.includes(",") ? between : ", "}${written}` };
};

const without = (list: Value & { kind: "array" }, gone: (item: Value) => boolean): Piece[] => {
  const left = list.items.filter((item) => !gone(item));
  if (!left.length) return list.items.length ? [{ from: list.items[0]?.from ?? list.to, to: list.items.at(-1)?.to ?? list.to, insert: "" }] : [];
  const pieces: Piece[] = [];
  list.items.forEach((item, index) => {
    if (!gone(item)) return;
    const next = list.items[index + 1];
    const kept = list.items.slice(0, index).filter((each) => !gone(each)).pop();
    // With the comma before it, or, where nothing that stays is before it, the one behind it.
    if (kept) pieces.push({ from: list.items[index - 1]?.to ?? item.from, to: item.to, insert: "" });
    else if (next) pieces.push({ from: item.from, to: next.from, insert: "" });
  });
  return pieces;
};

const array = (file: File, text: string, key: string): [string, Value & { kind: "array" }] => {
  const found = file.get(key);
  if (found?.kind === "array") return [text, found];
  const made = withEntry(text, file, key, "[]");
  const now = fileOf(made).get(key);
  if (now?.kind !== "array") throw new NotDrawn("misread");
  return [made, now];
};

const withEntry = (text: string, file: File, key: string, written: string): string => {
  const entry = file.root.entries.filter((each) => each.key === key).pop();
  if (entry) return replaced(text, [{ from: entry.value.from, to: entry.value.to, insert: written }]);
  const last = file.root.entries.at(-1);
  const insert = `${JSON.stringify(key)}: ${written}`;
  if (!last) return replaced(text, [{ from: file.root.from + 1, to: file.root.from + 1, insert }]);
  const before = file.root.entries.at(-2);
  const between = before ? text.slice(before.value.to, last.from) : ", ";
  return replaced(text, [{ from: last.value.to, to: last.value.to, insert: `${between}${insert}` }]);
};

const withItem = (text: string, key: string, written: string): string => {
  const [made, list] = array(fileOf(text), text, key);
  return replaced(made, [appended(made, list, written)]);
};

const filtered = (text: string, key: string, gone: (item: Value) => boolean): string => {
  const list = fileOf(text).get(key);
  return list?.kind === "array" ? replaced(text, without(list, gone)) : text;
};

const move = (item: Value): [string, string, string] => {
  if (item.kind !== "array" || item.items.length !== 3) throw new NotDrawn("misread");
  return [textOf(item.items[0]), textOf(item.items[1]), textOf(item.items[2])];
};

const isMove = (item: Value, source: string, letter: string, target: string): boolean => {
  const [from, label, to] = move(item);
  return from === source && to === target && (label === "ε" ? "" : label) === letter;
};


export const json: Notation = {
  accepts: true,
  merged: true,
  round: true,

  read(text: string): Model {
    const file = fileOf(text);
    const [first, accepting] = [starts(file), new Set(file.list("accepting").map(textOf))];
    const names = file.list("states").map(textOf);
    const known = new Set(names);
    if (known.size < names.length || [...first, ...accepting].some((name) => !known.has(name))) throw new NotDrawn("misread");
    const arrows = new Map<string, Arrow>();
    for (const item of file.list("transitions")) {
      const [source, label, target] = move(item);
      if (!known.has(source) || !known.has(target)) throw new NotDrawn("misread");
      const key = JSON.stringify([source, target]);
      const [found, letter] = [arrows.get(key), label || "ε"];
      if (!found) arrows.set(key, { source, target, label: letter, line: null });
      else if (!found.label.split(",").includes(letter)) found.label += `,${letter}`;
    }
    return { states: names.map((name) => ({ name, start: first.includes(name), accepting: accepting.has(name), inside: "", line: null })), arrows: [...arrows.values()] };
  },

  fits: (name) => name.trim() !== "",

  addState: (text, name) => withItem(text, "states", JSON.stringify(name)),

  removeStates(text, names) {
    const gone = new Set(names);
    const named = (item: Value): boolean => gone.has(textOf(item));
    let result = filtered(text, "transitions", (item) => gone.has(move(item)[0]) || gone.has(move(item)[2]));
    result = filtered(filtered(result, "states", named), "accepting", named);
    const initial = fileOf(result).get("initial");
    if (initial?.kind === "array") return filtered(result, "initial", named);
    return initial?.kind === "plain" && gone.has(String(initial.value)) ? withEntry(result, fileOf(result), "initial", "null") : result;
  },

  rename(text, old, name) {
    const pieces: Piece[] = [];
    const see = (value: Value | undefined): void => {
      if (value?.kind === "plain" && value.value === old) pieces.push({ from: value.from, to: value.to, insert: JSON.stringify(name) });
      if (value?.kind === "array") value.items.forEach(see);
    };
    const file = fileOf(text);
    for (const key of ["states", "initial", "accepting"]) see(file.get(key));
    for (const item of file.list("transitions")) if (item.kind === "array") [item.items[0], item.items[2]].forEach(see);
    return replaced(text, pieces);
  },

  setStart: (text, name) => withEntry(text, fileOf(text), "initial", JSON.stringify(name)),

  setAccepting(text, name, on) {
    const has = fileOf(text).list("accepting").some((item) => textOf(item) === name);
    if (has === on) return text;
    return on ? withItem(text, "accepting", JSON.stringify(name)) : filtered(text, "accepting", (item) => textOf(item) === name);
  },

  setArrow(text, at, source, target, label) {
    const old = at === null ? undefined : json.read(text).arrows[at];
    const wanted = label === null ? [] : lettersOf(label);
    let result = text;
    for (const letter of old ? lettersOf(old.label) : []) {
      if (old && (old.source !== source || old.target !== target || !wanted.includes(letter))) result = filtered(result, "transitions", (item) => isMove(item, old.source, letter, old.target));
    }
    for (const letter of wanted) {
      if (!fileOf(result).list("transitions").some((item) => isMove(item, source, letter, target))) result = withItem(result, "transitions", JSON.stringify([source, letter, target]));
    }
    const alphabet = fileOf(result).get("alphabet");
    if (alphabet?.kind === "array") {
      const known = alphabet.items.map(textOf);
      for (const letter of wanted) if (letter && !known.includes(letter)) result = withItem(result, "alphabet", JSON.stringify(letter));
    }
    return result;
  },

  places(text): Places {
    const layout = fileOf(text).get("layout");
    return layout ? readPlaces(JSON.parse(text.slice(layout.from, layout.to))) : new Map();
  },

  setPlaces: (text, places) => withEntry(text, fileOf(text), "layout", writePlaces(places)),
};
