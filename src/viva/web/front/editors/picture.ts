// A graph as SVG: states, arrows that bend away from each other, loops, and labels. Classes only; the sheet of the site
// has the colours. Moving a state changes its own group and the arrows at it, and nothing else.
import type { Model, Places } from "./notations/model";

const NS = "http://www.w3.org/2000/svg";
export type Point = [number, number];

export interface Box {
  at: Point;
  /** Half of its width and height. */
  size: Point;
  round: boolean;
  /** The states that lie in it, by their names. */
  inner: string[];
}

const MARGIN = 22;
const TITLE = 26;
const LOOP = 46;

export const svg = (name: string, attributes: Record<string, string | number> = {}, ...inside: Node[]): SVGElement => {
  const made = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.append(...inside);
  return made;
};

const clip = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most - 1)}…` : text);

const words = (text: string): SVGElement => {
  const made = svg("text", { "text-anchor": "middle" });
  const lines = text.split("\n").slice(0, 8);
  lines.forEach((line, index) => {
    const part = svg("tspan", { x: 0, y: `${(index - (lines.length - 1) / 2) * 1.25 + 0.35}em` });
    part.textContent = clip(line, 40);
    made.append(...(index ? ["\n", part] : [part]));
  });
  return made;
};

export const boxOf = (state: { name: string; own?: string; inside: string }, at: Point, round: boolean): Box => {
  const lines = [clip(state.own ?? state.name, 40), ...(state.inside ? state.inside.split("\n").slice(0, 7).map((line) => clip(line, 40)) : [])];
  const wide = Math.max(...lines.map((line) => line.length)) * 4.2 + 10;
  if (round) return { at, size: [Math.max(22, wide), Math.max(22, wide)], round, inner: [] };
  return { at, size: [Math.max(30, wide), lines.length * 10 + 8], round, inner: [] };
};

/** Where the way from a box to a point leaves the box. */
const rim = (box: Box, towards: Point): Point => {
  const [dx, dy] = [towards[0] - box.at[0], towards[1] - box.at[1]];
  const length = Math.hypot(dx, dy) || 1;
  const scale = box.round ? box.size[0] / length : Math.min(box.size[0] / (Math.abs(dx) || 1e-9), box.size[1] / (Math.abs(dy) || 1e-9));
  return [box.at[0] + dx * scale, box.at[1] + dy * scale];
};

/** The way of an arrow, and where its label stands: `lane` counts arrows between the same two states. */
export const wayOf = (from: Box, to: Box, lane: number, both: boolean): { path: string; label: Point } => {
  const [x, y] = from.at;
  if (from === to) {
    const [height, wide] = [from.size[1] + 34 + lane * 22, 14 + lane * 6];
    const top = from.round ? from.size[1] * 0.85 : from.size[1];
    return { path: `M${x - wide} ${y - top}C${x - wide * 2.2} ${y - height} ${x + wide * 2.2} ${y - height} ${x + wide} ${y - top}`, label: [x, y - height + 4] };
  }
  const [dx, dy] = [to.at[0] - x, to.at[1] - y];
  const length = Math.hypot(dx, dy) || 1;
  const bend = (both ? 26 : 0) + lane * 34;
  const middle: Point = [x + dx / 2 - (dy / length) * -bend, y + dy / 2 - (dx / length) * bend];
  const [start, end] = [rim(from, middle), rim(to, middle)];
  const label: Point = [(start[0] + end[0]) / 4 + middle[0] / 2, (start[1] + end[1]) / 4 + middle[1] / 2 - 9];
  return { path: `M${start[0]} ${start[1]}Q${middle[0]} ${middle[1]} ${end[0]} ${end[1]}`, label };
};

const outline = (box: Box, more: number, kind: string): SVGElement => {
  const [w, h] = box.size;
  return box.round ? svg("circle", { r: w + more, class: kind }) : svg("rect", { x: -w - more, y: -h - more, width: 2 * (w + more), height: 2 * (h + more), rx: 8, class: kind });
};

const starting = ({ size }: Box): SVGElement => svg("path", { class: "line", d: `M${-size[0] - 30} 0H${-size[0] - 1}`, "marker-end": "url(#viva-head)" });

interface DrawnArrow {
  group: SVGElement;
  source: string;
  target: string;
  lane: number;
  both: boolean;
}

export class Picture {
  readonly boxes = new Map<string, Box>();
  readonly states = new Map<string, SVGElement>();
  readonly arrows: DrawnArrow[] = [];
  /** Arrows that are not there yet. */
  private ghosts: DrawnArrow[] = [];
  /** States with an arrow to themselves. */
  private loops = new Set<string>();

  constructor(
    readonly root: SVGElement,
    private readonly say: (key: string, slots: Record<string, string>) => string,
  ) {}

  draw(model: Model, places: Places, round: boolean): void {
    this.boxes.clear();
    this.states.clear();
    this.arrows.length = this.ghosts.length = 0;
    const [outer, arrows, states] = [svg("g"), svg("g"), svg("g")];
    for (const state of model.states) this.boxes.set(state.name, boxOf(state, places.get(state.name) ?? [0, 0], round));
    for (const state of model.states) this.boxes.get(state.parent ?? "")?.inner.push(state.name);
    this.loops = new Set(model.arrows.flatMap((arrow) => (arrow.source === arrow.target ? [arrow.source] : [])));
    for (const state of [...model.states].reverse()) this.wrap(state.name);
    const lanes = new Map<string, number>();
    const ways = new Set(model.arrows.map((arrow) => JSON.stringify([arrow.source, arrow.target])));
    model.arrows.forEach((arrow, index) => {
      const key = JSON.stringify([arrow.source, arrow.target]);
      const lane = lanes.get(key) ?? 0;
      lanes.set(key, lane + 1);
      const both = arrow.source !== arrow.target && ways.has(JSON.stringify([arrow.target, arrow.source]));
      const name = this.say("arrow", { source: arrow.source, target: arrow.target, label: arrow.label || "–" });
      const label = words(clip(arrow.label, 60));
      label.classList.add("label");
      const group = svg("g", { class: "arrow", role: "button", tabindex: -1, "aria-label": name, "data-arrow": index }, svg("path", { class: "near" }), svg("path", { class: "line", "marker-end": "url(#viva-head)" }), label);
      const drawn = { group, source: arrow.source, target: arrow.target, lane, both };
      this.arrows.push(drawn);
      this.place(drawn);
      arrows.append(group);
    });
    for (const state of model.states) {
      const box = this.boxes.get(state.name) as Box;
      const shown = `${state.name} ${state.inside}`.replace(/\s+/g, " ").trim();
      const told = [shown, state.parent ? this.say("is_inside", { name: state.parent }) : "", state.start ? this.say("is_start", {}) : "", state.accepting ? this.say("is_accepting", {}) : ""];
      const group = svg("g", { class: "state", role: "button", tabindex: -1, "aria-label": told.filter((each) => each).join(", "), "data-state": state.name });
      group.append(outline(box, 9, "rim"), outline(box, 0, "body"));
      if (state.accepting) group.append(outline(box, -4, "double"));
      if (state.start) group.append(starting(box));
      group.append(words(state.inside ? `${state.name}\n${state.inside}` : (state.own ?? state.name)));
      this.states.set(state.name, group);
      this.put(state.name);
      (box.inner.length ? outer : states).append(group);
    }
    const head = svg("marker", { id: "viva-head", viewBox: "0 0 10 10", refX: 9, refY: 5, markerWidth: 7, markerHeight: 7, orient: "auto" }, svg("path", { d: "M0 0L10 5L0 10z", class: "head" }));
    this.root.replaceChildren(svg("defs", {}, head), outer, arrows, states, svg("path", { class: "drawn" }));
  }

  /** One state to another place, with the arrows at it. */
  move(name: string, at: Point): void {
    const box = this.boxes.get(name);
    if (!box) return;
    for (const inner of box.inner) {
      const place = this.boxes.get(inner)?.at ?? at;
      this.move(inner, [place[0] + at[0] - box.at[0], place[1] + at[1] - box.at[1]]);
    }
    box.at = at;
    this.put(name);
    for (const arrow of [...this.arrows, ...this.ghosts]) if (arrow.source === name || arrow.target === name) this.place(arrow);
  }

  /** The innermost state at a point, other than some and what is in them. */
  stateAround([x, y]: Point, but: ReadonlySet<string>): string | null {
    const without = new Set(but);
    let found: string | null = null;
    for (const [name, { at, size, inner }] of this.boxes) {
      if (without.has(name)) inner.forEach((each) => without.add(each));
      else if (Math.abs(x - at[0]) < size[0] && Math.abs(y - at[1]) < size[1]) found = name;
    }
    return found;
  }

  /** A state around those that lie in it. */
  private wrap(name: string): void {
    const box = this.boxes.get(name);
    if (!box?.inner.length) return;
    let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
    for (const inner of box.inner) {
      const { at, size } = this.boxes.get(inner) as Box;
      const above = size[1] + (this.loops.has(inner) ? LOOP : 0);
      [left, right] = [Math.min(left, at[0] - size[0] - MARGIN - 12), Math.max(right, at[0] + size[0] + MARGIN)];
      [top, bottom] = [Math.min(top, at[1] - above - TITLE), Math.max(bottom, at[1] + size[1] + MARGIN)];
    }
    const wide = Math.max((right - left) / 2, box.size[0]);
    [box.at, box.size] = [[(left + right) / 2, (top + bottom) / 2], [wide, (bottom - top) / 2]];
  }

  private put(name: string): void {
    const [box, group] = [this.boxes.get(name), this.states.get(name)];
    if (!box || !group) return;
    group.setAttribute("transform", `translate(${box.at[0]} ${box.at[1]})`);
    if (box.inner.length) group.querySelector("text")?.setAttribute("transform", `translate(0 ${16 - box.size[1]})`);
  }

  /** An arrow that a fix would put there. */
  ghostArrow(source: string, target: string, label: string): void {
    if (!this.boxes.has(source) || !this.boxes.has(target)) return;
    const beside = [...this.arrows, ...this.ghosts].filter((arrow) => arrow.source === source && arrow.target === target).length;
    const both = source !== target && this.arrows.some((arrow) => arrow.source === target && arrow.target === source);
    const text = words(clip(label, 60));
    text.classList.add("label");
    const group = svg("g", { class: "ghost" }, svg("path", { class: "line", "marker-end": "url(#viva-head)" }), text);
    const ghost = { group, source, target, lane: beside, both };
    this.ghosts.push(ghost);
    this.place(ghost);
    this.root.append(group);
  }

  /** A state that a fix would put there: to the right of the others. */
  ghostState(name: string, round: boolean): void {
    if (this.boxes.has(name)) return;
    const all = [...this.boxes.values()];
    const box = boxOf({ name, inside: "" }, [Math.max(0, ...all.map(({ at, size }) => at[0] + size[0])) + 90, all[0]?.at[1] ?? 70], round);
    this.boxes.set(name, box);
    this.root.append(svg("g", { class: "ghost", transform: `translate(${box.at[0]} ${box.at[1]})` }, outline(box, 0, "body"), words(name)));
  }

  /** What a fix would change about a state: whether it accepts, that it is the start, or what it says. */
  ghostIn(name: string, what: "accepting" | "start" | "text", text = ""): void {
    const [box, group] = [this.boxes.get(name), this.states.get(name)];
    if (!box || !group) return;
    const said = words(text);
    said.setAttribute("transform", `translate(0 ${box.size[1] + 14})`);
    group.append(svg("g", { class: "ghost" }, what === "text" ? said : what === "start" ? starting(box) : outline(box, -8, "double")));
  }

  /** Everything into view, with some room to add. */
  fit(): void {
    let [left, top, right, bottom] = [0, 0, 360, 160];
    for (const { at, size } of this.boxes.values()) {
      [left, top] = [Math.min(left, at[0] - size[0] - 50), Math.min(top, at[1] - size[1] - 70)];
      [right, bottom] = [Math.max(right, at[0] + size[0] + 50), Math.max(bottom, at[1] + size[1] + 50)];
    }
    this.root.setAttribute("viewBox", `${left} ${top} ${right - left} ${bottom - top}`);
    this.root.setAttribute("height", String(Math.min(520, Math.max(220, bottom - top))));
  }

  private place(arrow: DrawnArrow): void {
    const [from, to] = [this.boxes.get(arrow.source), this.boxes.get(arrow.target)];
    if (!from || !to) return;
    const way = wayOf(from, to, arrow.lane, arrow.both);
    for (const path of arrow.group.querySelectorAll("path")) path.setAttribute("d", way.path);
    arrow.group.querySelector("text")?.setAttribute("transform", `translate(${way.label[0]} ${way.label[1]})`);
  }
}
