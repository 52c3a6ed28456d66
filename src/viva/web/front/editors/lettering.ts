// Words in a picture: long ones are broken into lines, and very long ones end with an ellipsis.
import { svg } from "./picture";
import { LINE } from "./ways";

const LONGEST = 40;
const WIDE = 26;
const MOST_LINES = 8;
const MOST_OF_LABEL = 4;

const clip = (text: string, most = LONGEST): string => (text.length > most ? `${text.slice(0, most - 1)}…` : text);

/** What stands in a state: its name, and what holds in it. */
export const linesOfState = (state: { name: string; own?: string; inside: string }): string[] =>
  [state.own ?? state.name, ...(state.inside ? state.inside.split("\n") : [])].slice(0, MOST_LINES).map((line) => clip(line));

/** A label in lines: `guard` and `/ output` apart where both are too long for one, and broken between words. */
export const linesOfLabel = (label: string): string[] => {
  if (label.length <= WIDE) return [label];
  const cut = label.indexOf(" / ");
  const lines: string[] = [];
  for (const part of cut < 0 ? [label] : [label.slice(0, cut), label.slice(cut + 1)]) {
    let line = "";
    for (const word of part.split(/(?<=[ ,])/)) {
      if (line && line.length + word.trimEnd().length > WIDE) {
        lines.push(line.trimEnd());
        line = "";
      }
      line += word;
    }
    lines.push(line.trimEnd());
  }
  const shown = lines.map((line) => clip(line));
  return shown.length > MOST_OF_LABEL ? [...shown.slice(0, MOST_OF_LABEL - 1), `${shown[MOST_OF_LABEL - 1]} …`] : shown;
};

/** Lines around a point. With `first` and `of` they are some of a block, whose left edges are below each other. */
export const words = (lines: readonly string[], block?: { first: number; of: number; left: number }): SVGElement => {
  const made = svg("text", { "text-anchor": block ? "start" : "middle" });
  const [first, of] = block ? [block.first, block.of] : [0, lines.length];
  lines.forEach((line, index) => {
    const part = svg("tspan", { x: block ? block.left + (index ? 14 : 0) : 0, y: (first + index - (of - 1) / 2) * LINE + 4.5 });
    part.textContent = line;
    made.append(...(index ? ["\n", part] : [part]));
  });
  return made;
};
