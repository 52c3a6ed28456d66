// What has to hold after a change in the picture: the text is read, and as what was meant.
import { type Arrow, type Model, NotDrawn, type Notation, lettersOf } from "./notations/model";

/** Raises NotDrawn where a text would not be read, or not as it should. */
export const checked = (notation: Notation, text: string, holds: (after: Model) => boolean): void => {
  let after: Model = { states: [], arrows: [] };
  try {
    after = notation.read(text);
  } catch (problem) {
    if (!(problem instanceof NotDrawn) || problem.key !== "empty") throw problem;
  }
  if (!holds(after)) throw new NotDrawn("misread");
};

/** Labels are compared as they are read: blanks do not count, and a guard that is not there is true. */
const plain = (label: string): string => label.replace(/\s+/g, "").replace(/^true(?=\/|$)/, "");
const keyOf = (arrow: Pick<Arrow, "source" | "target" | "label">): string => JSON.stringify([arrow.source, arrow.target, plain(arrow.label)]);

/** Whether nothing but one arrow is other than before, which has this label now. In automata an arrow is its letters,
 * and two that have the same ends may have become one. */
export const isSameBut = (before: Model, after: Model, at: number | null, now: Pick<Arrow, "source" | "target" | "label">, ofLetters: boolean): boolean => {
  if (JSON.stringify(before.states.map((state) => state.name)) !== JSON.stringify(after.states.map((state) => state.name))) return false;
  const others = before.arrows.filter((_, number) => number !== at);
  return ofLetters ? sameLetters([...others, now], after.arrows) : sorted([...others, now].map(keyOf)) === sorted(after.arrows.map(keyOf));
};

const sorted = (keys: string[]): string => keys.sort().join("\n");
const sameLetters = (one: readonly Pick<Arrow, "source" | "target" | "label">[], other: readonly Arrow[]): boolean => {
  const all = (arrows: readonly Pick<Arrow, "source" | "target" | "label">[]): string =>
    [...new Set(arrows.flatMap(({ source, target, label }) => lettersOf(label).map((letter) => JSON.stringify([source, target, letter]))))].sort().join("\n");
  return all(one) === all(other);
};
