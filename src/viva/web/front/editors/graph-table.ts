// The picture as two tables that change the same text: for who does not see it, or would rather type.
import type { VivaGraph } from "./graph";
import { isWithin, nest } from "./nesting";
import type { Model } from "./notations/model";

export class GraphTable {
  readonly element = document.createElement("details");
  private readonly states = document.createElement("table");
  private readonly arrows = document.createElement("table");

  constructor(private readonly graph: VivaGraph) {
    const summary = document.createElement("summary");
    summary.textContent = graph.say("table");
    this.element.append(summary, this.states, this.arrows);
    this.element.addEventListener("toggle", () => this.show(graph.model, graph.accepts()));
  }

  show(model: Model, accepts: boolean): void {
    if (!this.element.open) return;
    const say = this.graph.say;
    const nests = this.graph.getAttribute("notation") === "machine";
    const focused = this.element.contains(document.activeElement) ? document.activeElement?.getAttribute("aria-label") : null;
    this.states.replaceChildren(this.head("states", ["name", "start", ...(accepts ? ["accepting"] : []), ...(nests ? ["inside"] : []), "remove"]));
    for (const state of model.states) {
      const name = this.text(say("name_of", { name: state.name }), state.own ?? state.name, (value) => this.graph.rename(state.name, value));
      const start = this.box(say("start_of", { name: state.name }), state.start, () => this.graph.start(state.name));
      const accepting = this.box(say("accepting_of", { name: state.name }), state.accepting, () => this.graph.accept(state.name));
      const remove = this.button(say("remove_of", { name: state.name }), () => {
        this.graph.choose({ state: state.name });
        this.graph.remove();
      });
      const others = ["", ...model.states.map((each) => each.name).filter((each) => each !== state.name && !isWithin(model, each, new Set([state.name])))];
      const outer = this.choice(say("inside_of", { name: state.name }), others, state.parent ?? "", (value) => nest(this.graph, [state.name], value || null));
      this.states.append(this.row([name, start, ...(accepts ? [accepting] : []), ...(nests ? [outer] : []), remove]));
    }
    const names = model.states.map((state) => state.name);
    this.arrows.replaceChildren(this.head("arrows", ["from", "to", "label", "remove"]));
    model.arrows.forEach((arrow, at) => {
      const ends = { source: arrow.source, target: arrow.target, label: arrow.label };
      const from = this.choice(say("from_of", ends), names, arrow.source, (value) => this.graph.relabel(at, arrow.label, value, arrow.target));
      const to = this.choice(say("to_of", ends), names, arrow.target, (value) => this.graph.relabel(at, arrow.label, arrow.source, value));
      const label = this.text(say("label_of", ends), arrow.label, (value) => this.graph.relabel(at, value));
      const remove = this.button(say("remove_arrow", ends), () => {
        this.graph.choose({ arrow: at });
        this.graph.remove();
      });
      this.arrows.append(this.row([from, to, label, remove]));
    });
    if (names.length) {
      const [from, to] = [this.choice(say("new_from"), names, names[0] ?? "", () => undefined), this.choice(say("new_to"), names, names[0] ?? "", () => undefined)];
      const label = this.text(say("new_label"), "", () => undefined);
      const add = this.button(say("do_connect"), () => this.graph.connect(from.value, to.value, label.value));
      this.arrows.append(this.row([from, to, label, add]));
    }
    if (focused) Array.from(this.element.querySelectorAll<HTMLElement>("input, select, button")).find((each) => each.getAttribute("aria-label") === focused)?.focus();
  }

  private head(title: string, columns: string[]): HTMLElement {
    const group = document.createElement("thead");
    const caption = document.createElement("tr");
    for (const column of columns) {
      const cell = document.createElement("th");
      cell.scope = "col";
      cell.textContent = this.graph.say(`column_${column}`);
      caption.append(cell);
    }
    group.append(caption);
    group.setAttribute("aria-label", this.graph.say(title));
    return group;
  }

  private row(cells: HTMLElement[]): HTMLElement {
    const row = document.createElement("tr");
    for (const inside of cells) {
      const cell = document.createElement("td");
      cell.append(inside);
      row.append(cell);
    }
    return row;
  }

  private text(label: string, value: string, done: (value: string) => void): HTMLInputElement {
    const made = document.createElement("input");
    made.value = value;
    made.setAttribute("aria-label", label);
    made.addEventListener("change", () => done(made.value));
    made.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      made.blur();
    });
    return made;
  }

  private box(label: string, on: boolean, done: () => void): HTMLInputElement {
    const made = document.createElement("input");
    made.type = "checkbox";
    made.checked = on;
    made.setAttribute("aria-label", label);
    made.addEventListener("change", done);
    return made;
  }

  private choice(label: string, names: string[], value: string, done: (value: string) => void): HTMLSelectElement {
    const made = document.createElement("select");
    made.append(...names.map((name) => new Option(name, name, false, name === value)));
    made.setAttribute("aria-label", label);
    made.addEventListener("change", () => done(made.value));
    return made;
  }

  private button(label: string, done: () => void): HTMLButtonElement {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = label;
    made.addEventListener("click", done);
    return made;
  }
}
