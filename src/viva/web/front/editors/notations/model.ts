// What a picture shows of a text, and how a change in the picture changes it. A notation reads places along with names,
// and changes nothing but what a change means: comments, spaces and order of everything else stay byte for byte.
export interface State {
  name: string;
  /** What is written in it, and the state in which it lies, where states lie in each other. */
  own?: string;
  parent?: string;
  /** Of machines that run side by side, one: it has states of its own, or further ones side by side. */
  part?: "machine" | "several";
  start: boolean;
  accepting: boolean;
  /** More lines to show in it. */
  inside: string;
  /** Of the text, from 1, where it has one of its own. */
  line: number | null;
}

export interface Arrow {
  source: string;
  target: string;
  label: string;
  line: number | null;
}

export interface Model {
  states: State[];
  arrows: Arrow[];
}

/** The text cannot be drawn: where, and which sentence says so. */
export class NotDrawn extends Error {
  constructor(
    readonly key: string,
    readonly line: number | null = null,
  ) {
    super(key);
  }
}

export interface Notation {
  /** Whether states accept. */
  readonly accepts: boolean;
  /** Whether all labels between two states are one arrow. */
  readonly merged: boolean;
  readonly round: boolean;
  read(text: string): Model;
  /** Among the outermost states, or among those in another one. */
  addState(text: string, name: string, outer?: string): string;
  removeStates(text: string, names: readonly string[]): string;
  rename(text: string, old: string, name: string): string;
  setStart(text: string, name: string): string;
  setAccepting(text: string, name: string, on: boolean): string;
  /** `at` is the number of an arrow, or null for a new one; without a label it is taken away. */
  setArrow(text: string, at: number | null, source: string, target: string, label: string | null): string;
  places(text: string): Places;
  setPlaces(text: string, places: Places): string;
  /** States, with the arrows among them, put into another one, or among the outermost ones; other arrows at them go. */
  nest?(text: string, names: readonly string[], outer: string | null): string;
  /** Whether this can be the name of a state. */
  fits(name: string): boolean;
}

export type Places = Map<string, [number, number]>;

export interface Piece {
  from: number;
  to: number;
  insert: string;
}

/** The text with pieces replaced; they may not overlap. */
export const replaced = (text: string, pieces: readonly Piece[]): string => {
  let [result, at] = ["", 0];
  for (const piece of [...pieces].sort((one, other) => one.from - other.from || one.to - other.to)) {
    result += text.slice(at, piece.from) + piece.insert;
    at = piece.to;
  }
  return result + text.slice(at);
};

/** Whole lines taken away; a text that did not end with a line break does not end with one afterwards. */
export const withoutLines = (text: string, pieces: readonly Piece[]): string => {
  const result = replaced(text, pieces);
  return /[\n\r]$/.test(text) ? result : result.replace(/\r?\n$/, "");
};

export interface Line {
  from: number;
  to: number;
  /** Where the next line begins. */
  end: number;
  text: string;
}

export const linesOf = (text: string): Line[] => {
  const found: Line[] = [];
  const breaks = /\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]/g;
  let from = 0;
  for (let cut = breaks.exec(text); ; cut = breaks.exec(text)) {
    const [to, end] = cut ? [cut.index, cut.index + cut[0].length] : [text.length, text.length];
    if (cut || to > from) found.push({ from, to, end, text: text.slice(from, to) });
    if (!cut) return found;
    from = end;
  }
};

const LAYOUT = /^[ \t]*# layout: (\{.*\})[ \t]*$/;

export const readPlaces = (value: unknown): Places => {
  const found: Places = new Map();
  if (value === null || typeof value !== "object" || Array.isArray(value)) return found;
  for (const [name, place] of Object.entries(value)) {
    if (Array.isArray(place) && place.length === 2 && place.every((each) => Number.isFinite(each) && Math.abs(each) < 1e5)) found.set(name, [place[0], place[1]]);
  }
  return found;
};

export const writePlaces = (places: Places): string => `{${[...places].map(([name, [x, y]]) => `${JSON.stringify(name)}: [${Math.round(x)}, ${Math.round(y)}]`).join(", ")}}`;

/** Places in the last comment of a text: no reader looks at them. */
export const commented = {
  places(text: string): Places {
    const last = linesOf(text).filter((line) => LAYOUT.test(line.text)).pop();
    try {
      return readPlaces(last ? JSON.parse(LAYOUT.exec(last.text)?.[1] ?? "null") : null);
    } catch {
      return new Map();
    }
  },
  setPlaces(text: string, places: Places): string {
    const written = `# layout: ${writePlaces(places)}`;
    const last = linesOf(text).filter((line) => LAYOUT.test(line.text)).pop();
    if (last) return replaced(text, [{ from: last.from, to: last.to, insert: written }]);
    return `${text}${text === "" || text.endsWith("\n") ? "" : "\n"}${written}\n`;
  },
};

export const EPSILON = ["ε", "eps", "epsilon", "λ", "ϵ"];

/** The letters of a label; nothing and ε read nothing. */
export const lettersOf = (label: string): string[] => {
  const parts = label.trim() === "," ? [","] : label.split(/[,\s]+/).filter((part) => part);
  return [...new Set((parts.length ? parts : [""]).map((part) => (EPSILON.includes(part.toLowerCase()) ? "" : part)))];
};
