// A word goes through the automaton that is drawn, letter by letter: the one that the last report told, or one's own.
// It goes through the text as it is now, so that one sees at once what a change does.
import type { Stepped } from "./frames";
import type { VivaGraph } from "./graph";
import type { Model } from "./notations/model";

const EMPTY = new Set(["", "ε", "eps", "epsilon"]);

export interface Moment {
  states: Set<string>;
  /** Numbers of the arrows that led there. */
  taken: Set<number>;
}

/** A step of a run in a model. */
export const momentOf = (model: Model, places: readonly Stepped[]): Moment => {
  const moment: Moment = { states: new Set(), taken: new Set() };
  for (const place of places) {
    if (place.kind === "state" && place.name !== undefined) moment.states.add(place.name);
    else for (const at of arrowsAt(model, place)) moment.taken.add(at);
  }
  return moment;
};

/** The numbers of the arrows that a place means: by their ends and line, and by the label where several are left, or where
 * one arrow has the letters of many. */
export const arrowsAt = (model: Model, place: Omit<Stepped, "kind">): number[] => {
  const { label, line } = place;
  const isSaid = (whole: string): boolean => [...whole.split(","), whole.split(/ \/ | \[/)[0] ?? ""].some((part) => part.trim() === label);
  const among = [...model.arrows.keys()].filter((at) => {
    const arrow = model.arrows[at];
    return arrow?.source === place.source && arrow?.target === place.target && (!line || !arrow?.line || line === arrow.line);
  });
  const named = label ? among.filter((at) => isSaid(model.arrows[at]?.label ?? "")) : among;
  return named.length || among.some((at) => model.arrows[at]?.line === null) ? named : among;
};

const lettersOf = (label: string): string[] => label.split(",").map((each) => each.trim());

/** Whether all that is read is single letters; of other automata a word is not a text. */
export const isOfLetters = (model: Model): boolean => model.arrows.every((arrow) => lettersOf(arrow.label).every((letter) => EMPTY.has(letter) || [...letter].length === 1));

export const momentsOf = (model: Model, word: string): Moment[] => {
  const closed = (from: Set<string>, taken: Set<number>): Moment => {
    const states = new Set(from);
    for (const state of states) {
      model.arrows.forEach((arrow, at) => {
        if (arrow.source !== state || !lettersOf(arrow.label).some((letter) => EMPTY.has(letter))) return;
        taken.add(at);
        states.add(arrow.target);
      });
    }
    return { states, taken };
  };
  const found = [closed(new Set(model.states.filter((state) => state.start).map((state) => state.name)), new Set())];
  for (const letter of word) {
    const [now, next, taken] = [found.at(-1)?.states ?? new Set<string>(), new Set<string>(), new Set<number>()];
    model.arrows.forEach((arrow, at) => {
      if (!now.has(arrow.source) || !lettersOf(arrow.label).includes(letter)) return;
      taken.add(at);
      next.add(arrow.target);
    });
    found.push(closed(next, taken));
  }
  return found;
};

export class Run {
  readonly element = document.createElement("details");
  private readonly input = document.createElement("input");
  private at = 0;

  constructor(
    private readonly graph: VivaGraph,
    told: string | undefined,
  ) {
    const [summary, label, row] = [document.createElement("summary"), document.createElement("label"), document.createElement("p")];
    summary.textContent = graph.say("run");
    label.textContent = `${graph.say("run_word")} `;
    row.className = "editor-bar";
    this.input.size = 20;
    this.input.maxLength = 1000;
    this.input.spellcheck = false;
    this.input.autocapitalize = "off";
    this.input.value = told ?? "";
    this.element.open = told !== undefined;
    label.append(this.input);
    row.append(label, " ");
    for (const [key, sign, by] of [["run_first", "|←", -Infinity], ["run_back", "←", -1], ["run_on", "→", 1], ["run_last", "→|", Infinity]] as const) {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = sign;
      button.title = graph.say(key);
      button.setAttribute("aria-label", `${sign} ${graph.say(key)}`);
      button.addEventListener("click", () => this.go(by));
      row.append(button, " ");
    }
    this.input.addEventListener("input", () => {
      this.at = 0;
      graph.mark();
    });
    this.input.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault(); // it is no part of what is handed in
      this.go(1);
    });
    this.element.addEventListener("toggle", () => graph.mark());
    this.element.append(summary, row);
  }

  private go(by: number): void {
    this.at = Math.max(0, Math.min([...this.input.value].length, this.at + by));
    this.graph.mark();
    const { graph } = this;
    if (!isOfLetters(graph.model)) return graph.tell("run_not");
    const [moments, letters] = [momentsOf(graph.model, this.input.value), [...this.input.value]];
    const states = [...(moments[this.at]?.states ?? [])];
    const accepted = graph.model.states.some((state) => state.accepting && states.includes(state.name));
    const over = this.at === letters.length ? graph.say(accepted ? "run_accepted" : "run_rejected") : "";
    graph.tell("run_at", { read: letters.slice(0, this.at).join("") || "ε", states: states.join(", ") || graph.say("run_nowhere"), over });
  }

  /** What is marked now, after each change of the picture too. */
  get moment(): Moment | undefined {
    const { model } = this.graph;
    this.at = Math.min(this.at, [...this.input.value].length);
    return this.element.open && this.input.value !== "" && isOfLetters(model) ? momentsOf(model, this.input.value)[this.at] : undefined;
  }
}
