// The engraved staves: which note is where, which pitch a height is, and what is marked. The SVG is the server's; a note
// in it has an id that says which of the text it is.
import type { Stave } from "./abc";

/** The height of the highest line of each clef, in steps. */
const TOP: Record<string, number> = { treble: 38, bass: 26, alto: 32, tenor: 30 };

export interface Spot {
  voice: number;
  bar: number;
  /** In steps from C0. */
  height: number;
  /** The sign that is before this place in its bar. */
  after: number | null;
}

interface Lines {
  element: Element;
  voice: number;
  bar: number;
  top: number;
  step: number;
}

export class Engraved {
  readonly holder = document.createElement("div");
  private lines: Lines[] = [];

  constructor() {
    this.holder.className = "engraved";
  }

  show(svg: string): boolean {
    const root = new DOMParser().parseFromString(svg, "text/html").querySelector("svg");
    if (!root) return false;
    root.removeAttribute("role");
    root.removeAttribute("aria-label");
    root.setAttribute("aria-hidden", "true");
    root.querySelector("title")?.remove();
    root.querySelector("desc")?.remove();
    this.holder.replaceChildren(document.importNode(root, true));
    return true;
  }

  /** Where the staves are on the screen just now. */
  private measure(): void {
    this.lines = [];
    this.holder.querySelectorAll(".measure").forEach((measure, bar) => {
      [...measure.children].filter((each) => each.classList.contains("staff")).forEach((element, voice) => {
        const drawn = [...element.children].filter((each) => each.localName === "path").slice(0, 5);
        const [first, last] = [drawn[0]?.getBoundingClientRect(), drawn[4]?.getBoundingClientRect()];
        if (first && last && last.top > first.top) this.lines.push({ element, voice, bar: bar + 1, top: (first.top + first.bottom) / 2, step: (last.top - first.top) / 8 });
      });
    });
  }

  /** How many pixels a step is. */
  get step(): number {
    this.measure();
    return this.lines[0]?.step ?? 4;
  }

  spot(x: number, y: number, staves: readonly Stave[]): Spot | null {
    this.measure();
    let found: Lines | null = null;
    let best = Infinity;
    for (const each of this.lines) {
      const box = each.element.getBoundingClientRect();
      const [left, right] = [box.left, box.right];
      const far = 3 * Math.max(0, left - x, x - right) + Math.abs(y - (each.top + 4 * each.step));
      if (far < best) [found, best] = [each, far];
    }
    if (!found) return null;
    const clef = staves[found.voice]?.clef ?? "treble";
    let after: number | null = null;
    let nearest = -Infinity;
    for (const sign of found.element.querySelectorAll("[id^=note-]")) {
      const box = sign.getBoundingClientRect();
      const centre = (box.left + box.right) / 2;
      if (centre <= x && centre > nearest) [after, nearest] = [markOf(sign), centre];
    }
    return { voice: found.voice, bar: found.bar, height: (TOP[clef] ?? 38) - Math.round((y - found.top) / found.step), after };
  }

  /** The note under a point, or close to it. */
  at(target: Element | null): { mark: number; tone: number; element: Element } | null {
    const element = target?.closest("[id^=note-]");
    return element ? { mark: markOf(element), tone: Number(element.id.split("-")[2]), element } : null;
  }

  parts(mark: number, tone?: number): Element[] {
    return [...this.holder.querySelectorAll(tone === undefined ? `[id^="note-${mark}-"]` : `[id^="note-${mark}-${tone}-"]`)];
  }

  /** Gives a class to these parts and to no others. */
  mark(name: string, parts: readonly Element[]): void {
    for (const each of this.holder.querySelectorAll(`.${name}`)) each.classList.remove(name);
    for (const each of parts) each.classList.add(name);
  }
}

const markOf = (element: Element): number => Number(element.id.split("-")[1]);
