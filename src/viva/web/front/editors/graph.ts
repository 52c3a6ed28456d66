// <viva-graph notation="automaton"> beside a <viva-code>: the same text as a picture. The text is what is kept; whatever
// is done here changes the text, and whatever changes the text is drawn. One history of changes for both.
import type { VivaCode } from "./code";
import type { Finding } from "./findings";
import type { Walked } from "./frames";
import { drawGhosts, listReported } from "./ghosts";
import { homeOf, keyIn, parentOf, rekeyed } from "./nesting";
import { Reported } from "./reported";
import { checked, isSameBut } from "./holding";
import { GraphTable } from "./graph-table";
import { begun, fetched, notationOf } from "./notations";
import { type Model, NotDrawn, type Notation, type Places } from "./notations/model";
import { Picture, type Point, svg } from "./picture";
import { keying, barOf } from "./keying";
import { pointing } from "./pointing";
import { Run, arrowsAt, momentsOf } from "./running";
import { typing } from "./typing";
import { type Mark, Server } from "./server";
import { Sketched } from "./sketch";

export type Chosen = { state: string } | { arrow: number };
const NOTHING: Model = { states: [], arrows: [] };
const MOST_DRAWN = 200;
const ASK = 250;
const AGAIN = 2000;
const MOST_TRIES = 5;

export class VivaGraph extends HTMLElement {
  /** For laws that go over many texts: the notation of one that is on no page. */
  static readonly notationOf = notationOf;
  static readonly fetched = fetched;
  static readonly momentsOf = momentsOf;
  model: Model = NOTHING;
  places: Places = new Map();
  selected = new Set<string>();
  current: Chosen | null = null;
  /** Whether states are picked one by one. */
  picks = false;
  several = false;
  dragging = false;
  picture!: Picture;
  private texts: Record<string, string> = {};
  private code!: VivaCode;
  private server!: Server;
  private status = document.createElement("p");
  private problem = document.createElement("p");
  private against: NotDrawn | null = null;
  private table!: GraphTable;
  private run: Run | null = null;
  /** Where an arrow begins that is being made by keys. */
  from: string | null = null;
  /** Whether it is no arrow that is made, but the chosen states that are put into another one. */
  nesting = false;
  private wanted = 0;
  private kept = "";
  /** Whether the text says where states lie. */
  private isPlaced = false;
  /** What the reader, and what the last report, say of states and arrows. */
  private marks: Mark[] = [];
  private reported!: Reported;
  private findings: Finding[] = [];
  private told = document.createElement("ul");

  connectedCallback(): void {
    if (!customElements.get("viva-code")) {
      // The two are loaded side by side, and this one speaks with the other.
      void customElements.whenDefined("viva-code").then(() => this.isConnected && this.connectedCallback());
      return;
    }
    const form = this.closest("form");
    const code = form?.querySelector<VivaCode>("viva-code");
    if (!form || !code || this.code) return;
    this.code = code;
    this.server = new Server(form);
    this.reported = new Reported(code, this.getAttribute("notation") ?? "");
    this.texts = JSON.parse(this.dataset["texts"] ?? "{}");
    const root = svg("svg", { class: "graph", role: "group", "aria-label": this.say("title"), tabindex: 0, height: 220 });
    this.picture = new Picture(root, this.say);
    this.status.setAttribute("role", "status");
    this.status.className = this.problem.className = "notes";
    this.told.className = "findings";
    this.told.setAttribute("aria-label", code.dataset["findingsTitle"] ?? "");
    this.problem.setAttribute("role", "alert");
    this.table = new GraphTable(this);
    const keys = document.createElement("p");
    keys.className = "notes";
    keys.textContent = this.getAttribute("notation") === "machine" ? `${this.say("keys")} ${this.say("keys_nest")}` : this.say("keys");
    if (this.accepts()) this.run = new Run(this, code.findings.find((each) => each.word !== undefined)?.word);
    this.append(barOf(this), this.picture.view, this.status, this.problem, this.told, keys, ...(this.run ? [this.run.element] : []), this.table.element);
    root.addEventListener("focusin", (event) => this.arrive(event.target as Element));
    keying(this, root);
    pointing(this, root as SVGSVGElement);
    code.addEventListener("viva:text", () => this.follow());
    code.addEventListener("viva:marks", (event) => {
      this.marks = (event as CustomEvent<Mark[] | null>).detail ?? [];
      this.mark();
    });
    new ResizeObserver(() => requestAnimationFrame(() => !this.dragging && this.picture.fit())).observe(this.picture.view);
    form.addEventListener("viva:step", (event) => this.stepped((event as CustomEvent<Walked>).detail));
    if (code.hasAttribute("ready")) this.follow();
    else code.addEventListener("viva:ready", () => this.follow());
  }

  say = (key: string, slots: Record<string, string> = {}): string => (this.texts[key] ?? key).replace(/\{(\w+)\}/g, (_, name: string) => slots[name] ?? "");

  tell(key: string, slots: Record<string, string> = {}): void {
    this.status.textContent = this.say(key, slots);
  }

  /** More of what was told. */
  add(key: string, slots: Record<string, string>): void {
    this.status.append(` ${this.say(key, slots)}`);
  }

  get notation(): Notation {
    return notationOf(this.getAttribute("notation") ?? "", this.text);
  }

  get text(): string {
    return begun(this.getAttribute("notation") ?? "", this.code.text);
  }

  private stepped(step: Walked): void {
    if (!this.reported.walk(step, this.text)) this.tell("run_old");
    this.mark();
  }

  /** The text has changed: it is drawn as it is now, or the last good picture stays and says which line is against it. */
  private follow(): void {
    let known: Places = new Map();
    try {
      const missing = fetched(this.getAttribute("notation") ?? "", this.text);
      if (missing) {
        this.against = new NotDrawn("missing");
        this.reported.forget();
        void missing.then(() => this.follow(), () => this.tell("not_missing"));
        return;
      }
      const notation = this.notation;
      try {
        this.model = notation.read(this.text);
        known = notation.places(this.text);
      } catch (problem) {
        if (!(problem instanceof NotDrawn) || problem.key !== "empty") throw problem;
        this.model = NOTHING;
      }
      if (this.model.states.length > MOST_DRAWN) throw new NotDrawn("too_many");
      this.problem.textContent = "";
      this.against = null;
    } catch (problem) {
      if (!(problem instanceof NotDrawn)) throw problem;
      this.against = problem;
      this.problem.textContent = this.saidOf(problem);
      if (problem.key === "too_many") {
        this.model = NOTHING;
        this.draw();
      }
      return;
    }
    const names = new Set(this.model.states.map((state) => state.name));
    this.selected = new Set([...this.selected].filter((name) => names.has(name)));
    if (this.current && ("state" in this.current ? !names.has(this.current.state) : !this.model.arrows[this.current.arrow])) this.current = null;
    const shape = JSON.stringify([this.model.states.map((state) => [state.name, state.inside]), this.model.arrows.map((arrow) => [arrow.source, arrow.target, arrow.label])]);
    const isNew = shape !== this.kept;
    this.kept = shape;
    this.isPlaced = known.size > 0;
    this.places = this.arranged(known);
    this.draw();
    if (isNew) this.layOut(false);
  }

  private saidOf({ key, line }: NotDrawn): string {
    return line === null ? this.say(`not_${key}`) : this.say(`not_${key}_line`, { line: String(line) });
  }

  /** Known places, those that were drawn before, and for the others free ones in rows. */
  private arranged(known: Places): Places {
    const found: Places = new Map();
    this.model.states.forEach(({ name }, index) => {
      found.set(name, known.get(name) ?? this.places.get(name) ?? [70 + (index % 6) * 120, 70 + Math.floor(index / 6) * 110]);
    });
    return found;
  }

  /** Asks the server where all lies best. States that have places in the text stay there, unless `keep` writes the new
   * ones into it. */
  layOut(keep: boolean): void {
    const [number, model] = [++this.wanted, this.model];
    this.removeAttribute("laid");
    setTimeout(() => void this.ask(keep, 0, () => number === this.wanted && model === this.model && model.states.length > 0), keep ? 0 : ASK);
  }

  private async ask(keep: boolean, tries: number, isWanted: () => boolean): Promise<void> {
    if (!isWanted()) return;
    const { model } = this;
    const sketch = new Sketched(model, this.notation.round);
    const found = await this.server.layout(sketch.asked(this.picture.room));
    if (!isWanted()) return;
    if (found === undefined && keep) return this.tell("not_tidied");
    if (found === undefined && tries < MOST_TRIES) setTimeout(() => void this.ask(keep, tries + 1, isWanted), AGAIN);
    // What somebody holds, or writes into, does not move away from under them.
    if (!found || this.dragging || this.querySelector(".in-place")) return;
    this.picture.laid = sketch.read(found);
    const places: Places = new Map([...this.picture.laid.states].map(([name, { at }]) => [name, at]));
    if (keep || !this.isPlaced) this.places = places;
    if (!keep || !this.change((notation, text) => notation.setPlaces(text, places), "tidied")) this.draw();
    this.toggleAttribute("laid", true);
    const start = this.picture.states.get(model.states.find((state) => state.start)?.name ?? "");
    if (start && !this.contains(document.activeElement)) this.picture.reveal(start);
  }

  draw(): void {
    const focused = this.picture.root.contains(document.activeElement);
    this.picture.draw(this.model, this.places, this.round());
    this.findings = this.reported.about(this.text);
    drawGhosts(this, this.findings);
    this.picture.fit();
    listReported(this, this.told, this.findings);
    this.mark();
    this.table.show(this.model, this.accepts());
    if (focused) this.focusCurrent(true);
    this.toggleAttribute("drawn", true);
  }

  accepts(): boolean {
    return this.getAttribute("notation") === "automaton";
  }

  round(): boolean {
    return this.accepts();
  }

  /** Which are selected, and which the keyboard is at. */
  mark(): void {
    const moment = this.run?.moment ?? this.reported.momentIn(this.text);
    for (const [name, group] of this.picture.states) {
      group.classList.toggle("now", !!moment?.states.has(name));
      group.classList.toggle("selected", this.selected.has(name));
      group.classList.toggle("from", name === this.from);
      this.point(group, (model, mark) => {
        const line = model.states.find((state) => state.name === name)?.line ?? null;
        return mark.state === name || (line !== null && mark.source === undefined && mark.line === line);
      });
      group.setAttribute("tabindex", this.current && "state" in this.current && this.current.state === name ? "0" : "-1");
    }
    this.picture.arrows.forEach((group, at) => {
      const is = this.current !== null && "arrow" in this.current && this.current.arrow === at;
      group.classList.toggle("selected", is);
      group.classList.toggle("taken", !!moment?.taken.has(at));
      this.point(group, (model, mark) => {
        const line = model.arrows[at]?.line;
        return mark.source !== undefined ? arrowsAt(model, mark).includes(at) : !!line && mark.line === line;
      });
      group.setAttribute("tabindex", is ? "0" : "-1");
    });
  }

  /** What is said of a part of the picture: in its colour, and when one rests on it. */
  private point(group: SVGElement, about: (model: Model, mark: Mark) => boolean): void {
    const last = this.reported.model ?? this.model;
    const said = [...this.marks.filter((mark) => about(this.model, mark)), ...this.findings.filter((mark) => about(last, mark))].map((mark) => mark.text);
    group.classList.toggle("wrong", said.length > 0);
    group.querySelector("title")?.remove();
    group.removeAttribute("aria-description");
    const rests = [this.picture.wholeOf(group), ...said].filter((each) => each).join("\n");
    if (said.length) group.setAttribute("aria-description", said.join(" "));
    if (!rests) return;
    const title = svg("title");
    title.textContent = rests;
    group.append(title);
  }

  choose(chosen: Chosen | null, more = false): void {
    this.current = chosen;
    this.picks = more;
    if (!more) this.selected.clear();
    if (chosen && "state" in chosen) {
      if (more && this.selected.has(chosen.state)) this.selected.delete(chosen.state);
      else this.selected.add(chosen.state);
    }
    this.mark();
  }

  /** To another part by keys: what was picked one by one stays so. */
  goTo(chosen: Chosen | null): void {
    if (!this.picks) return this.choose(chosen);
    this.current = chosen;
    this.mark();
  }

  /** By keys, one state more or one less. */
  pick(state: string): void {
    if (!this.picks) this.selected.clear();
    this.choose({ state }, true);
    this.tell("selected", { count: String(this.selected.size) });
  }

  select(names: Iterable<string>): void {
    this.selected = new Set(names);
    this.picks = true;
    this.mark();
    this.tell("selected", { count: String(this.selected.size) });
  }

  /** For a finger, which has no Shift: each touch selects one more. */
  toggleSeveral(): void {
    this.several = !this.several;
    this.querySelector("[data-act=several]")?.setAttribute("aria-pressed", String(this.several));
  }

  private arrive(target: Element): void {
    const group = target.closest("[data-state], [data-arrow]");
    const [state, arrow] = [group?.getAttribute("data-state"), group?.getAttribute("data-arrow")];
    if (state !== null && state !== undefined) this.current = { state };
    else if (arrow !== null && arrow !== undefined) this.current = { arrow: Number(arrow) };
    this.mark();
  }

  /** `still`: where somebody points nothing moves. */
  focusCurrent(still = false): void {
    const chosen = this.current;
    const group = chosen && ("state" in chosen ? this.picture.states.get(chosen.state) : this.picture.arrows[chosen.arrow]);
    (group ?? this.picture.root).focus({ preventScroll: true });
    if (group && !still) this.picture.reveal(group);
  }

  /** One change of the text, and one step that can be taken back. Nothing is changed where the text would then not be
   * read, or not so that this `holds`. */
  change(make: (notation: Notation, text: string) => string, told: string, slots: Record<string, string> = {}, holds: (after: Model) => boolean = () => true, refused = "not_so"): boolean {
    let after: string;
    try {
      if (this.against) throw this.against; // the picture is of another text
      after = make(this.notation, this.text);
      checked(this.notation, after, holds);
    } catch (problem) {
      if (!(problem instanceof NotDrawn)) throw problem;
      if (problem === this.against || problem.key !== "misread") this.status.textContent = this.saidOf(problem);
      else this.tell(refused, slots);
      return false;
    }
    this.code.rewrite(after);
    this.tell(told, slots);
    return true;
  }

  // What can be done, by the mouse, by keys, and in the table.

  newState(at?: Point): void {
    const names = new Set(this.model.states.map((state) => state.name));
    const home = homeOf(this.model, (at && this.picture.stateAround(at, new Set())) ?? this.meant()[0]);
    let number = 0;
    while (names.has(keyIn(home, `q${number}`))) number++;
    const [own, name] = [`q${number}`, keyIn(home, `q${number}`)];
    const first = names.size === 0;
    const done = this.change((notation, text) => {
      let made = notation.addState(text, own, home);
      if (first) made = notation.setStart(made, name);
      return at ? notation.setPlaces(made, new Map([...this.places, [name, at]])) : made;
    }, "added", { name });
    if (!done) return;
    this.choose({ state: name });
    this.focusCurrent();
  }

  remove(): void {
    const chosen = this.current;
    if (chosen && "arrow" in chosen) {
      const arrow = this.model.arrows[chosen.arrow];
      if (arrow) this.change((notation, text) => notation.setArrow(text, chosen.arrow, arrow.source, arrow.target, null), "arrow_removed", { source: arrow.source, target: arrow.target });
    } else {
      const names = this.selected.size ? [...this.selected] : chosen ? [chosen.state] : [];
      if (names.length) this.change((notation, text) => this.withoutPlaces(notation, notation.removeStates(text, names), names), "removed", { name: names.join(", ") });
    }
  }

  private withoutPlaces(notation: Notation, text: string, names: readonly string[]): string {
    const known = notation.places(text);
    if (!known.size) return text;
    for (const key of [...known.keys()]) if (names.some((name) => key === name || key.startsWith(`${name}.`))) known.delete(key);
    return notation.setPlaces(text, known);
  }

  start(name: string): void {
    this.change((notation, text) => notation.setStart(text, name), "started", { name });
  }

  accept(name: string): void {
    const on = !this.model.states.find((state) => state.name === name)?.accepting;
    this.change((notation, text) => notation.setAccepting(text, name, on), on ? "accepts" : "accepts_not", { name });
  }

  rename(old: string, name: string): void {
    const wanted = name.trim();
    const parent = parentOf(this.model, old);
    const key = parent ? `${parent}.${wanted}` : wanted;
    if (key === old) return;
    if (this.model.states.some((state) => state.name === key)) return this.tell("taken", { name: wanted });
    if (!this.notation.fits(wanted)) return this.tell("no_name", { name: wanted });
    const done = this.change((notation, text) => {
      const known = notation.places(text);
      const made = notation.rename(text, old, wanted);
      return known.size ? notation.setPlaces(made, rekeyed(known, old, key)) : made;
    }, "renamed", { name: wanted }, (after) => after.states.some((state) => state.name === key) && after.states.length === this.model.states.length, "no_name");
    if (done) this.choose({ state: key });
  }

  connect(source: string, target: string, label: string): void {
    const at = this.merges() ? this.model.arrows.findIndex((arrow) => arrow.source === source && arrow.target === target) : -1;
    const known = at < 0 ? undefined : this.model.arrows[at];
    const whole = known ? `${known.label},${label}` : label;
    if (this.setArrow(at < 0 ? null : at, source, target, whole, label)) {
      const made = this.model.arrows.map((arrow) => arrow.source === source && arrow.target === target).lastIndexOf(true);
      if (made >= 0) this.choose({ arrow: made });
    }
  }

  relabel(at: number, label: string, source?: string, target?: string): void {
    const arrow = this.model.arrows[at];
    if (!arrow) return;
    const ends = { source: source ?? arrow.source, target: target ?? arrow.target };
    this.setArrow(at, ends.source, ends.target, label, label);
  }

  /** An arrow with a label that is read as this label and as nothing else. */
  private setArrow(at: number | null, source: string, target: string, whole: string, label: string): boolean {
    const before = this.model;
    const holds = (after: Model): boolean => isSameBut(before, after, at, { source, target, label: whole }, this.merges());
    return this.change((notation, text) => notation.setArrow(text, at, source, target, whole), "connected", { source, target, label: label.trim() || "–" }, holds, "no_label");
  }

  merges(): boolean {
    return this.accepts();
  }

  moved(): void {
    this.places = new Map([...this.picture.boxes].map(([name, box]) => [name, box.at]));
    this.change((notation, text) => notation.setPlaces(text, this.places), "moved");
  }

  /** Says what the keyboard is at. */
  tellCurrent(): void {
    const group = this.current && ("state" in this.current ? this.picture.states.get(this.current.state) : this.picture.arrows[this.current.arrow]);
    this.status.textContent = group?.getAttribute("aria-label") ?? "";
  }

  /** Those that are selected, or the one that the keyboard is at. */
  meant(): string[] {
    return this.selected.size ? [...this.selected] : this.current && "state" in this.current ? [this.current.state] : [];
  }

  begin(source: string | null, nesting = false): void {
    [this.from, this.nesting] = [source, nesting];
    this.mark();
    if (source !== null) this.tell(nesting ? "choose_outer" : "choose_target", { name: source });
    else this.tell("cancelled");
  }

  /** The name of a state or the label of an arrow, typed where it stands. */
  edit(chosen: Chosen, made?: { source: string; target: string }): void {
    typing(this, chosen, made);
  }

  undo(): void {
    this.tell(this.code.undo() ? "undone" : "nothing");
  }

  redo(): void {
    this.tell(this.code.redo() ? "redone" : "nothing");
  }

}

customElements.define("viva-graph", VivaGraph);
