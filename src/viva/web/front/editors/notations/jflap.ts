// JFLAP's file, with the place of every element, so that a change touches nothing else. Where states lie is their x and y.
import { type Arrow, type Model, NotDrawn, type Notation, type Piece, type Places, lettersOf, replaced } from "./model";

interface Element {
  tag: string;
  from: number;
  to: number;
  /** Between its tags; one without an end has none of it. */
  inner: { from: number; to: number } | null;
  attributes: Map<string, { from: number; to: number; value: string }>;
  children: Element[];
}

interface State {
  element: Element;
  id: string;
  name: string;
}

interface Move {
  element: Element;
  source: string;
  target: string;
  letter: string;
}

const PIECE = /<!--[^]*?-->|<\?[^]*?\?>|<(\/?)([\w:.-]+)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|[^<]+|[^]/gy;
const ATTRIBUTE = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const NAMED: Record<string, string> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };
const DEEPEST = 50;

const lineOf = (text: string, at: number): number => text.slice(0, at).split("\n").length;
const decoded = (text: string): string => text.replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (whole, hex: string, number: string, name: string) => (name ? (NAMED[name] ?? whole) : String.fromCodePoint(Math.min(0x10ffff, parseInt(hex || number, hex ? 16 : 10)))));
const encoded = (text: string): string => text.replace(/[<>&"]/g, (sign) => `&${Object.keys(NAMED).find((name) => NAMED[name] === sign)};`);

const parse = (text: string): Element => {
  const fail = (at: number): never => {
    throw new NotDrawn("misread", lineOf(text, at));
  };
  const top: Element = { tag: "", from: 0, to: text.length, inner: null, attributes: new Map(), children: [] };
  const open = [top];
  for (const found of text.matchAll(PIECE)) {
    const [piece, ends, tag, given, single] = found;
    const [at, around] = [found.index, open.at(-1) as Element];
    if (!tag) {
      if (piece.startsWith("<!--") || piece.startsWith("<?")) continue;
      if (piece === "<" || (around === top && piece.trim())) fail(at);
    } else if (ends) {
      if (around.tag !== tag || !around.inner) return fail(at);
      around.inner.to = at;
      around.to = at + piece.length;
      open.pop();
    } else {
      const attributes: Element["attributes"] = new Map();
      const start = at + 1 + tag.length;
      for (const each of (given ?? "").matchAll(ATTRIBUTE)) {
        const value = each[2] ?? each[3] ?? "";
        const to = start + each.index + each[0].length - 1;
        attributes.set(each[1] ?? "", { from: to - value.length, to, value: decoded(value) });
      }
      const end = at + piece.length;
      const element = { tag, from: at, to: end, inner: single ? null : { from: end, to: end }, attributes, children: [] };
      around.children.push(element);
      if (!single) open.push(element);
      if (open.length > DEEPEST) fail(at);
    }
  }
  if (open.length > 1) fail(text.length);
  return top;
};

const child = (element: Element, tag: string): Element | undefined => element.children.filter((each) => each.tag === tag).pop();

const foundIn = (text: string): { home: Element; states: State[]; moves: Move[] } => {
  const root = child(parse(text), "structure");
  const said = (element: Element | undefined): string => decoded(element?.inner ? text.slice(element.inner.from, element.inner.to) : "").trim();
  if (!root || !["", "fa"].includes(said(child(root, "type")))) throw new NotDrawn("misread", 1);
  const homes = [root, ...root.children.filter((each) => each.tag === "automaton")];
  const within = homes.flatMap((home) => home.children);
  const states = within.filter((each) => each.tag === "state" || each.tag === "block").map((element) => {
    const id = element.attributes.get("id")?.value;
    if (id === undefined) throw new NotDrawn("misread", lineOf(text, element.from));
    return { element, id, name: element.attributes.get("name")?.value ?? `q${id}` };
  });
  for (const key of ["id", "name"] as const) if (new Set(states.map((each) => each[key])).size < states.length) throw new NotDrawn("misread");
  const names = new Map(states.map((each) => [each.id, each.name]));
  const moves = within.filter((each) => each.tag === "transition").map((element) => {
    const [source, target] = [names.get(said(child(element, "from"))), names.get(said(child(element, "to")))];
    const letter = said(child(element, "read")).replace(/^[ελ]$/, "");
    if (source === undefined || target === undefined || /[,\s]/.test(letter)) throw new NotDrawn("misread", lineOf(text, element.from));
    return { element, source, target, letter };
  });
  return { home: homes.at(-1) as Element, states, moves };
};

/** With its line, where it is alone there. */
const removed = (text: string, { from, to }: Element): Piece => {
  const before = /[ \t]*$/.exec(text.slice(0, from))?.[0].length ?? 0;
  const behind = /^[ \t]*\n/.exec(text.slice(to))?.[0].length ?? 0;
  const isFirst = from === before || text[from - before - 1] === "\n";
  if (isFirst && behind) return { from: from - before, to: to + behind, insert: "" };
  return { from: isFirst ? Math.max(0, from - before - 1) : from, to, insert: "" };
};

/** Behind an element, laid out as that is, or else as the first one in another. */
const put = (text: string, behind: Element | undefined, home: Element, written: string): Piece => {
  if (!behind) return into(text, home, written);
  const at = behind.to + (/^(?:[ \t]*<!--[^\n]*?-->)*/.exec(text.slice(behind.to))?.[0].length ?? 0);
  return { from: at, to: at, insert: `${/\n?[ \t]*$/.exec(text.slice(0, behind.from))?.[0] ?? ""}${written}` };
};

const into = (text: string, element: Element, written: string): Piece => {
  if (element.inner) return { from: element.inner.from, to: element.inner.from, insert: written };
  const end = text.lastIndexOf("/", element.to);
  return { from: end, to: element.to, insert: `>${written}</${element.tag}>` };
};

const marked = (text: string, tag: string, wanted: (state: State) => boolean | null): string =>
  replaced(text, foundIn(text).states.flatMap((state) => {
    const [on, own] = [wanted(state), state.element.children.filter((each) => each.tag === tag)];
    if (on === null || on === own.length > 0) return [];
    return on ? [into(text, state.element, `<${tag}/>`)] : own.map((each) => removed(text, each));
  }));

export const jflap: Notation = {
  accepts: true,
  merged: true,
  round: true,

  read(text: string): Model {
    const { states, moves } = foundIn(text);
    const arrows = new Map<string, Arrow>();
    for (const { source, target, letter } of moves) {
      const [key, shown] = [JSON.stringify([source, target]), letter || "ε"];
      const known = arrows.get(key);
      if (!known) arrows.set(key, { source, target, label: shown, line: null });
      else if (!known.label.split(",").includes(shown)) known.label += `,${shown}`;
    }
    return { states: states.map(({ element, name }) => ({ name, start: !!child(element, "initial"), accepting: !!child(element, "final"), inside: "", line: lineOf(text, element.from) })), arrows: [...arrows.values()] };
  },

  fits: (name) => name.trim() !== "" && !/[\n,]/.test(name),

  addState(text, name) {
    const { home, states } = foundIn(text);
    const id = 1 + Math.max(-1, ...states.map((each) => Number(each.id)).filter(Number.isInteger));
    return replaced(text, [put(text, states.at(-1)?.element, home, `<state id="${id}" name="${encoded(name)}"></state>`)]);
  },

  removeStates(text, names) {
    const { states, moves } = foundIn(text);
    const gone = [...states.filter((each) => names.includes(each.name)), ...moves.filter((each) => names.includes(each.source) || names.includes(each.target))];
    return replaced(text, gone.map((each) => removed(text, each.element)));
  },

  rename(text, old, name) {
    const pieces = foundIn(text).states.filter((each) => each.name === old).map(({ element }) => {
      const known = element.attributes.get("name");
      const at = element.from + 1 + element.tag.length;
      return known ? { from: known.from, to: known.to, insert: encoded(name) } : { from: at, to: at, insert: ` name="${encoded(name)}"` };
    });
    return replaced(text, pieces);
  },

  setStart: (text, name) => marked(text, "initial", (state) => state.name === name),

  setAccepting: (text, name, on) => marked(text, "final", (state) => (state.name === name ? on : null)),

  setArrow(text, at, source, target, label) {
    const old = at === null ? undefined : jflap.read(text).arrows[at];
    const wanted = label === null ? [] : lettersOf(label);
    const { home, states, moves } = foundIn(text);
    const stays = (move: Move): boolean => move.source === source && move.target === target && wanted.includes(move.letter);
    const pieces = moves.filter((move) => old && move.source === old.source && move.target === old.target && !stays(move)).map((move) => removed(text, move.element));
    const result = replaced(text, pieces);
    const id = (name: string): string => encoded(states.find((each) => each.name === name)?.id ?? "");
    const fresh = wanted.filter((letter) => !moves.some((move) => stays(move) && move.letter === letter));
    return fresh.reduce((made, letter) => {
      const found = foundIn(made);
      const behind = found.moves.at(-1)?.element ?? found.states.at(-1)?.element;
      return replaced(made, [put(made, behind, home, `<transition><from>${id(source)}</from><to>${id(target)}</to>${letter ? `<read>${encoded(letter)}</read>` : "<read/>"}</transition>`)]);
    }, result);
  },

  places(text): Places {
    const found: Places = new Map();
    for (const { element, name } of foundIn(text).states) {
      const [x, y] = ["x", "y"].map((tag) => child(element, tag)?.inner).map((inner) => (inner ? Number(text.slice(inner.from, inner.to)) : NaN));
      if (x !== undefined && y !== undefined && Math.abs(x) < 1e5 && Math.abs(y) < 1e5) found.set(name, [x, y]);
    }
    return found;
  },

  setPlaces(text, places) {
    const known = jflap.places(text);
    const pieces = foundIn(text).states.flatMap(({ element, name }) => {
      const [place, before] = [places.get(name), known.get(name)];
      if (!place || (before && Math.round(before[0]) === Math.round(place[0]) && Math.round(before[1]) === Math.round(place[1]))) return [];
      let fresh = "";
      const own: Piece[] = [];
      (["x", "y"] as const).forEach((tag, axis) => {
        const [inner, value] = [child(element, tag), (place[axis] ?? 0).toFixed(1)];
        if (inner) own.push({ from: inner.from, to: inner.to, insert: `<${tag}>${value}</${tag}>` });
        else fresh += `<${tag}>${value}</${tag}>`;
      });
      return fresh ? [...own, into(text, element, fresh)] : own;
    });
    return replaced(text, pieces);
  },
};
