// Which notation a text is in: by that of its page, and by how the text begins, as the readers of Viva find it. What reads
// one is fetched when a text is in it.
import { NotDrawn, type Notation } from "./model";

type Kind = "table" | "json" | "jflap" | "machine" | "hybrid";

const FILES: Record<Kind, () => Promise<Notation>> = {
  table: async () => (await import("./table")).table,
  json: async () => (await import("./json")).json,
  jflap: async () => (await import("./jflap")).jflap,
  machine: async () => (await import("./machine")).machine,
  hybrid: async () => (await import("./hybrid")).hybrid,
};
const known = new Map<Kind, Notation>();
const EMPTY = '{"states": [],\n "initial": [],\n "accepting": [],\n "transitions": []}\n';
const EMPTIES: Record<string, string> = { automaton: EMPTY, machine: "machine {\n}\n", hybrid: "" };

const kindOf = (name: string, text: string): Kind => {
  const begins = text.trimStart();
  if (name === "automaton") {
    if (begins.startsWith("{")) return "json";
    if (begins.startsWith("<")) return "jflap";
    if (!/^(?:digraph|strict|\/\/|\/\*)/.test(begins)) return "table";
  } else if ((name === "machine" || name === "hybrid") && !/^[{<]|^digraph|^MODULE/.test(begins)) return name;
  throw new NotDrawn("other_file");
};

/** Fetches what reads a text; null where it is there. Raises NotDrawn. */
export const fetched = (name: string, text: string): Promise<void> | null => {
  const kind = kindOf(name, text);
  return known.has(kind) ? null : FILES[kind]().then((notation) => void known.set(kind, notation));
};

export const notationOf = (name: string, text: string): Notation => {
  const found = known.get(kindOf(name, text));
  if (!found) throw new NotDrawn("missing");
  return found;
};

/** What a text that has not been begun is taken for when the first state is made. */
export const begun = (name: string, text: string): string => (text.trim() === "" ? (EMPTIES[name] ?? "") : text);
