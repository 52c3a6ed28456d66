// A graph as SVG: states, one line for all arrows between two states with a label for each of them, and loops. Classes
// only; the sheet of the site has the colours. Moving a state changes its own group and the arrows at it, and nothing else.
import { linesOfLabel, linesOfState, words } from "./lettering";
import type { Arrow, Model, Places, State } from "./notations/model";
import { type Box, type Curve, LETTER, LINE, type Label, type Obstacles, type Point, type Track, labelBeside, loopLabel, loopOf, moved, pathOf, trackOf, wayOf } from "./ways";

export type { Box, Point } from "./ways";

const NS = "http://www.w3.org/2000/svg";
const MARGIN = 22;
const TITLE = 26;
const START = 30;
const LEAST_RADIUS = 22;
/** Letters are 14 pixels high, and never shown smaller than 11. */
const LEAST_SCALE = 0.79;
const LEAST_HEIGHT = 220;
const AROUND = 24;

export const svg = (name: string, attributes: Record<string, string | number> = {}, ...inside: Node[]): SVGElement => {
  const made = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.append(...inside);
  return made;
};

/** How the server would draw the graph: a moved state and what is at it is drawn here. */
export interface Laid {
  isDown: boolean;
  states: Map<string, { at: Point; size: Point; title: Point | null }>;
  ways: Map<string, { curve: Curve; label: Point | null }>;
}

/** All arrows from one state to another: one line. */
interface Bundle {
  source: string;
  target: string;
  /** Of each arrow, its lines. */
  labels: string[][];
  groups: SVGElement[];
  both: boolean;
  /** How many other lines are between the two: a ghost runs beside. */
  lane: number;
  label: Label;
  track: Track;
}

const widthOf = (lines: readonly string[]): number => Math.max(0, ...lines.map((line) => line.length)) * LETTER;
const linesIn = (bundle: Bundle): number => bundle.labels.flat().filter((line, _, all) => line || all.length > 1).length;
export const keyOf = ({ source, target }: Pick<Arrow, "source" | "target">): string => JSON.stringify([source, target]);
/** What a bundle says, as it is drawn. */
export const textOf = (arrows: readonly Arrow[]): string => arrows.flatMap((arrow) => linesOfLabel(arrow.label)).join("\n");

const outline = (box: Box, more: number, kind: string): SVGElement => {
  const [w, h] = box.size;
  return box.round ? svg("circle", { r: w + more, class: kind }) : svg("rect", { x: -w - more, y: -h - more, width: 2 * (w + more), height: 2 * (h + more), rx: 8, class: kind });
};

const isNear = (one: Point, other: Point): boolean => Math.abs(one[0] - other[0]) < 1.6 && Math.abs(one[1] - other[1]) < 1.6;
const away = (one: Point, other: Point): Point => [one[0] - other[0], one[1] - other[1]];

export class Picture {
  readonly boxes = new Map<string, Box>();
  readonly states = new Map<string, SVGElement>();
  /** The group of each arrow, by its number. */
  readonly arrows: SVGElement[] = [];
  /** Where the whole is looked at: it is moved there where it is larger. */
  readonly view = document.createElement("div");
  laid: Laid = { isDown: false, states: new Map(), ways: new Map() };
  private bundles: Bundle[] = [];
  private readonly shortened = new WeakMap<Element, string>();
  private corner: Point = [0, 0];

  constructor(
    readonly root: SVGElement,
    private readonly say: (key: string, slots: Record<string, string>) => string,
  ) {
    this.view.className = "graph-view";
    this.view.append(root);
  }

  /** How wide a picture may be that is seen whole. */
  get room(): number {
    return Math.round((this.view.clientWidth || 700) / LEAST_SCALE) - 2 * AROUND - 4;
  }

  /** What is written in a part, where it is drawn shorter. */
  wholeOf(group: Element): string {
    return this.shortened.get(group) ?? "";
  }

  draw(model: Model, places: Places, round: boolean): void {
    this.boxes.clear();
    this.states.clear();
    this.arrows.length = 0;
    const [outer, arrows, states] = [svg("g"), svg("g"), svg("g")];
    this.measure(model, places, round);
    this.bundles = this.bundlesOf(model);
    arrows.append(...this.arrows);
    for (const state of model.states) {
      const group = this.stateGroup(state);
      (this.boxes.get(state.name)?.inner.length ? outer : states).append(group);
    }
    this.place(this.bundles);
    const head = svg("marker", { id: "viva-head", viewBox: "0 0 10 10", refX: 9, refY: 5, markerWidth: 10, markerHeight: 10, markerUnits: "userSpaceOnUse", orient: "auto" }, svg("path", { d: "M0 0L10 5L0 10z", class: "head" }));
    this.root.replaceChildren(svg("defs", {}, head), outer, arrows, states, svg("path", { class: "drawn" }));
  }

  private measure(model: Model, places: Places, round: boolean): void {
    const sizes = new Map<string, Point>(model.states.map((state) => {
      const lines = linesOfState(state);
      return [state.name, [widthOf(lines), lines.length * LINE]];
    }));
    const radius = Math.max(LEAST_RADIUS, ...[...sizes.values()].map(([wide, high]) => Math.hypot(wide, high) / 2 + 5));
    for (const state of model.states) {
      const [wide, high] = sizes.get(state.name) ?? [0, 0];
      const size: Point = round ? [radius, radius] : [wide / 2 + 12, high / 2 + 8];
      const [along, across] = this.laid.isDown ? [1, 0] as const : [0, 1] as const;
      const known = this.laid.states.get(state.name)?.size;
      // The server leaves room for the ends of many arrows.
      if (known && !round && Math.abs(known[along] - size[along]) < 1) size[across] = Math.max(size[across], known[across]);
      this.boxes.set(state.name, { at: places.get(state.name) ?? [0, 0], size, round, inner: [] });
    }
    for (const state of model.states) this.boxes.get(state.parent ?? "")?.inner.push(state.name);
    const loops = new Map(model.arrows.flatMap((arrow) => (arrow.source === arrow.target ? [[arrow.source, textOf(model.arrows.filter((each) => keyOf(each) === keyOf(arrow))).split("\n")] as const] : [])));
    for (const state of [...model.states].reverse()) this.wrap(state.name, loops);
  }

  /** A state around those that lie in it: as the server has it where these lie to each other as there. */
  private wrap(name: string, loops: ReadonlyMap<string, readonly string[]>): void {
    const box = this.boxes.get(name);
    if (!box?.inner.length) return;
    const known = this.laid.states.get(name);
    const moves = box.inner.map((inner) => this.moveOf(inner));
    const [first] = moves;
    if (known?.title && first && moves.every((move) => move && isNear(move, first))) {
      [box.at, box.size] = [[known.at[0] + first[0], known.at[1] + first[1]], [...known.size]];
      return;
    }
    let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
    for (const inner of box.inner) {
      const { at, size } = this.boxes.get(inner) as Box;
      const said = loops.get(inner);
      const [above, beside] = [said && !this.laid.isDown ? 44 + said.length * LINE : 0, said && this.laid.isDown ? 44 + widthOf(said) : 0];
      [left, right] = [Math.min(left, at[0] - size[0] - MARGIN - 12), Math.max(right, at[0] + size[0] + MARGIN + beside)];
      [top, bottom] = [Math.min(top, at[1] - size[1] - above - TITLE), Math.max(bottom, at[1] + size[1] + MARGIN)];
    }
    const wide = Math.max((right - left) / 2, box.size[0]);
    [box.at, box.size] = [[(left + right) / 2, (top + bottom) / 2], [wide, (bottom - top) / 2]];
  }

  /** How far a state is from where the server has put it; null where it is not the one that was put there. */
  private moveOf(name: string): Point | null {
    const [box, known] = [this.boxes.get(name), this.laid.states.get(name)];
    return box && known && isNear(box.size, known.size) ? away(box.at, known.at) : null;
  }

  private bundlesOf(model: Model): Bundle[] {
    const found = new Map<string, Bundle>();
    const counts = new Map<string, number>();
    for (const arrow of model.arrows) counts.set(keyOf(arrow), (counts.get(keyOf(arrow)) ?? 0) + 1);
    model.arrows.forEach((arrow, index) => {
      const key = keyOf(arrow);
      const both = arrow.source !== arrow.target && counts.has(keyOf({ source: arrow.target, target: arrow.source }));
      const bundle = found.get(key) ?? { source: arrow.source, target: arrow.target, labels: [], groups: [], both, lane: 0, label: { at: [0, 0], aside: false }, track: trackOf([[0, 0]]) };
      found.set(key, bundle);
      const name = this.say("arrow", { source: arrow.source, target: arrow.target, label: arrow.label || "–" });
      const shared = (counts.get(key) ?? 0) > 1 ? (bundle.groups.length ? " shared more" : " shared") : "";
      const group = svg("g", { class: `arrow${shared}`, role: "button", tabindex: -1, "aria-label": name, "data-arrow": index });
      group.append(svg("path", { class: "near" }), svg("path", { class: "line", "marker-end": "url(#viva-head)" }), svg("g", { class: "label" }));
      bundle.labels.push(linesOfLabel(arrow.label));
      bundle.groups.push(group);
      this.arrows.push(group);
      if (bundle.labels.at(-1)?.some((line) => line.endsWith("…"))) this.shortened.set(group, arrow.label);
    });
    for (const bundle of found.values()) this.letter(bundle);
    return [...found.values()];
  }

  /** The labels of a bundle below each other, around the middle of the block. */
  private letter(bundle: Bundle): void {
    const of = bundle.labels.flat().length;
    const left = -widthOf(bundle.labels.flat()) / 2;
    let first = 0;
    bundle.groups.forEach((group, at) => {
      const lines = bundle.labels[at] ?? [];
      group.querySelector(".label")?.replaceChildren(of > 1 || this.laid.isDown ? words(lines, { first, of, left }) : words(lines));
      first += lines.length;
    });
  }

  private stateGroup(state: State): SVGElement {
    const box = this.boxes.get(state.name) as Box;
    const shown = `${state.name} ${state.inside}`.replace(/\s+/g, " ").trim();
    const told = [shown, state.part ? this.say("is_part", {}) : "", state.parent ? this.say("is_inside", { name: state.parent }) : "", state.start ? this.say("is_start", {}) : "", state.accepting ? this.say("is_accepting", {}) : ""];
    const group = svg("g", { class: state.part ? "state part" : "state", role: "button", tabindex: -1, "aria-label": told.filter((each) => each).join(", "), "data-state": state.name });
    group.append(outline(box, 9, "rim"), outline(box, 0, "body"));
    if (state.accepting) group.append(outline(box, -4, "double"));
    if (state.start) group.append(this.starting(box));
    const lines = linesOfState(state);
    group.append(words(lines));
    if (lines.join("\n") !== [state.own ?? state.name, ...(state.inside ? [state.inside] : [])].join("\n")) this.shortened.set(group, `${state.own ?? state.name}\n${state.inside}`);
    this.states.set(state.name, group);
    this.put(state.name);
    return group;
  }

  private starting({ size: [wide, high] }: Box): SVGElement {
    return svg("path", { class: "line", d: this.laid.isDown ? `M0 ${-high - START}V${-high - 1}` : `M${-wide - START} 0H${-wide - 1}`, "marker-end": "url(#viva-head)" });
  }

  /** One state to another place, with the arrows at it. */
  move(name: string, at: Point): void {
    const touched = new Set<string>();
    this.shift(name, at, touched);
    this.place(this.bundles.filter((bundle) => touched.has(bundle.source) || touched.has(bundle.target)));
  }

  private shift(name: string, at: Point, touched: Set<string>): void {
    const box = this.boxes.get(name);
    if (!box) return;
    for (const inner of box.inner) {
      const place = this.boxes.get(inner)?.at ?? at;
      this.shift(inner, [place[0] + at[0] - box.at[0], place[1] + at[1] - box.at[1]], touched);
    }
    box.at = at;
    touched.add(name);
    this.put(name);
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

  private put(name: string): void {
    const [box, group] = [this.boxes.get(name), this.states.get(name)];
    if (!box || !group) return;
    group.setAttribute("transform", `translate(${box.at[0]} ${box.at[1]})`);
    if (!box.inner.length) return;
    const known = this.laid.states.get(name);
    const [x, y] = known?.title && isNear(known.size, box.size) ? away(known.title, known.at) : [0, 16 - box.size[1]];
    group.querySelector("text")?.setAttribute("transform", `translate(${x} ${y})`);
  }

  /** An arrow that a fix would put there. */
  ghostArrow(source: string, target: string, label: string): void {
    if (!this.boxes.has(source) || !this.boxes.has(target)) return;
    const lane = this.bundles.filter((bundle) => bundle.source === source && bundle.target === target).length;
    const both = source !== target && this.bundles.some((bundle) => bundle.source === target && bundle.target === source);
    const group = svg("g", { class: "ghost" }, svg("path", { class: "line", "marker-end": "url(#viva-head)" }), svg("g", { class: "label" }));
    const ghost: Bundle = { source, target, labels: [linesOfLabel(label)], groups: [group], both, lane, label: { at: [0, 0], aside: false }, track: trackOf([[0, 0]]) };
    this.bundles.push(ghost);
    this.letter(ghost);
    this.place([ghost]);
    this.root.append(group);
  }

  /** A state that a fix would put there: to the right of the others. */
  ghostState(name: string, round: boolean): void {
    if (this.boxes.has(name)) return;
    const all = [...this.boxes.values()];
    const wide = widthOf([name]) / 2 + 12;
    const at: Point = [Math.max(0, ...all.map((each) => each.at[0] + each.size[0])) + 90 + wide, all[0]?.at[1] ?? 70];
    const box: Box = { at, size: round ? [Math.max(LEAST_RADIUS, wide), Math.max(LEAST_RADIUS, wide)] : [Math.max(24, wide), 18], round, inner: [] };
    this.boxes.set(name, box);
    this.root.append(svg("g", { class: "ghost", transform: `translate(${at[0]} ${at[1]})` }, outline(box, 0, "body"), words([name])));
  }

  /** What a fix would change about a state: whether it accepts, that it is the start, or what it says. */
  ghostIn(name: string, what: "accepting" | "start" | "text", text = ""): void {
    const [box, group] = [this.boxes.get(name), this.states.get(name)];
    if (!box || !group) return;
    const said = words(text.split("\n"));
    said.setAttribute("transform", `translate(0 ${box.size[1] + 14})`);
    group.append(svg("g", { class: "ghost" }, what === "text" ? said : what === "start" ? this.starting(box) : outline(box, -8, "double")));
  }

  /** As large as it is, or as small as it can still be read, with some room to add; what was seen is seen again. */
  fit(): void {
    let [left, top, right, bottom] = [0, 0, 300, 160];
    const take = ([x, y]: Point, [wide, high]: Point): void => {
      [left, top, right, bottom] = [Math.min(left, x - wide), Math.min(top, y - high), Math.max(right, x + wide), Math.max(bottom, y + high)];
    };
    for (const { at, size } of this.boxes.values()) take(at, [size[0] + AROUND, size[1] + AROUND]);
    for (const bundle of this.bundles) {
      const { low, high } = bundle.track;
      take([(low[0] + high[0]) / 2, (low[1] + high[1]) / 2], [(high[0] - low[0]) / 2 + 8, (high[1] - low[1]) / 2 + 8]);
      const { at, size } = this.labelBox(bundle);
      take(at, [size[0] + 4, size[1] + 4]);
    }
    const shown = this.view.clientWidth || 700;
    const scale = Math.max(LEAST_SCALE, Math.min(1, shown / (right - left)));
    const [wide, high] = [Math.max(right - left, shown / scale), Math.max(bottom - top, LEAST_HEIGHT / scale)];
    const [x, y] = this.corner;
    this.corner = [left, top];
    this.root.setAttribute("viewBox", `${left} ${top} ${wide} ${high}`);
    this.root.setAttribute("width", String(Math.floor(wide * scale)));
    this.root.setAttribute("height", String(Math.floor(high * scale)));
    if (x !== left || y !== top) this.view.scrollBy((x - left) * scale, (y - top) * scale);
  }

  /** Moves the whole so that a part is seen. */
  reveal(part: Element): void {
    const [seen, own] = [this.view.getBoundingClientRect(), part.getBoundingClientRect()];
    const by = (start: number, end: number, from: number, to: number): number => (from < start ? from - start - AROUND : to > end ? Math.min(to - end + AROUND, from - start - AROUND) : 0);
    this.view.scrollBy(by(seen.left, seen.right, own.left, own.right), by(seen.top, seen.bottom, own.top, own.bottom));
  }

  private labelBox(bundle: Bundle): { at: Point; size: Point } {
    const size: Point = [widthOf(bundle.labels.flat()) / 2, (linesIn(bundle) * LINE) / 2];
    const [x, y] = bundle.label.at;
    return { at: bundle.label.aside ? [x + size[0], y] : [x, y], size };
  }

  /** Lines first, then labels where these leave room. */
  private place(bundles: readonly Bundle[]): void {
    const free = new Set<Bundle>();
    for (const bundle of bundles) {
      const [from, to] = [this.boxes.get(bundle.source), this.boxes.get(bundle.target)];
      if (!from || !to) continue;
      const laid = this.laidWay(bundle);
      const curve = laid?.curve ?? (from === to ? loopOf(from, this.laid.isDown, bundle.lane) : wayOf(from, to, bundle.both, bundle.lane, this.inTheWay(bundle)));
      bundle.track = trackOf(curve);
      if (laid) bundle.label = { at: laid.label, aside: false };
      else if (from === to) bundle.label = loopLabel(from, this.laid.isDown, bundle.lane, linesIn(bundle));
      else free.add(bundle);
      const path = pathOf(curve);
      for (const group of bundle.groups) for (const line of group.querySelectorAll("path")) line.setAttribute("d", path);
    }
    const settled = this.bundles.filter((bundle) => !free.has(bundle));
    for (const bundle of free) {
      bundle.label = labelBeside(bundle.track, this.labelBox(bundle).size, this.obstacles(bundle, settled));
      settled.push(bundle);
    }
    for (const bundle of bundles) {
      const { at } = this.labelBox(bundle);
      for (const group of bundle.groups) group.querySelector(".label")?.setAttribute("transform", `translate(${at[0]} ${at[1]})`);
    }
  }

  private laidWay({ source, target, lane }: Bundle): { curve: Curve; label: Point } | null {
    const way = this.laid.ways.get(keyOf({ source, target }));
    const [one, other] = [this.moveOf(source), this.moveOf(target)];
    if (!way?.curve.length || lane || !one || !other || !isNear(one, other)) return null;
    return { curve: moved(way.curve, one), label: way.label ? [way.label[0] + one[0], way.label[1] + one[1]] : (way.curve[0] ?? [0, 0]) };
  }

  private inTheWay({ source, target }: Bundle): Box[] {
    return [...this.boxes].flatMap(([name, box]) => (name === source || name === target || box.inner.length ? [] : [box]));
  }

  private obstacles(bundle: Bundle, settled: readonly Bundle[]): Obstacles {
    const boxes = [...this.boxes.values()].filter((box) => !box.inner.length);
    return { boxes: [...boxes, ...settled.map((each) => this.labelBox(each))], lines: this.bundles.flatMap((each) => (each === bundle ? [] : [each.track])) };
  }
}
