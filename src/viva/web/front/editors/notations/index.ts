// Which notation a text is in: by that of its page, and by how the text begins, as the readers of Viva find it.
import { hybrid } from "./hybrid";
import { EMPTY, json } from "./json";
import { machine } from "./machine";
import { NotDrawn, type Notation } from "./model";
import { table } from "./table";

const EMPTIES: Record<string, string> = { automaton: EMPTY, machine: "machine {\n}\n", hybrid: "" };

export const notationOf = (name: string, text: string): Notation => {
  const begins = text.trimStart();
  if (name === "automaton") {
    if (begins.startsWith("{")) return json;
    if (/^(?:<|digraph|strict|\/\/|\/\*)/.test(begins)) throw new NotDrawn("other_file");
    return table;
  }
  if (/^[{<]|^digraph|^MODULE/.test(begins)) throw new NotDrawn("other_file");
  if (name === "machine") return machine;
  if (name === "hybrid") return hybrid;
  throw new NotDrawn("other_file");
};

/** What a text that has not been begun is taken for when the first state is made. */
export const begun = (name: string, text: string): string => (text.trim() === "" ? (EMPTIES[name] ?? "") : text);

export const isDrawn = (name: string): boolean => name in EMPTIES;
