// Copies of states with the arrows among them: under other names where theirs are taken, beside what was copied.
import type { VivaGraph } from "./graph";
import { homeOf, isWithin, keyIn } from "./nesting";
import type { Arrow, Places, State } from "./notations/model";

interface Copied {
  states: State[];
  arrows: Arrow[];
  places: Places;
}

export class Copies {
  private copied: Copied | null = null;

  copy(graph: VivaGraph): void {
    const names = new Set(graph.meant());
    for (const state of graph.model.states) if (isWithin(graph.model, state.name, names)) names.add(state.name);
    const within = (arrow: Arrow): boolean => names.has(arrow.source) && names.has(arrow.target);
    this.copied = { states: graph.model.states.filter((state) => names.has(state.name)), arrows: graph.model.arrows.filter(within), places: new Map(graph.places) };
    graph.tell("copied", { count: String(names.size) });
  }

  paste(graph: VivaGraph): void {
    const copied = this.copied;
    if (!copied?.states.length) return;
    const taken = new Set(graph.model.states.flatMap((state) => [state.name, state.own ?? state.name]));
    const home = homeOf(graph.model, graph.meant()[0]);
    const called = new Map<string, string>();
    // Each is made at home at first, under a name that no other has, and then put where it lies.
    const fresh = new Map<string, string>();
    for (const { name, own = name, parent = "" } of copied.states) {
      let made = own;
      for (let number = 2; taken.has(made); number++) made = `${own}_${number}`;
      taken.add(made);
      fresh.set(name, made);
      called.set(name, keyIn(called.get(parent) ?? home, made));
    }
    const done = graph.change((notation, text) => {
      let made = text;
      const places = new Map(graph.places);
      for (const state of copied.states) {
        const [name, at, own] = [called.get(state.name) ?? state.name, copied.places.get(state.name), fresh.get(state.name) ?? ""];
        made = notation.addState(made, own, home);
        const isInner = name !== keyIn(home, own);
        if (isInner) made = notation.nest?.(made, [keyIn(home, own)], called.get(state.parent ?? "") ?? null) ?? made;
        if (isInner && state.start) made = notation.setStart(made, name);
        if (state.accepting) made = notation.setAccepting(made, name, true);
        if (at) places.set(name, [at[0] + 40, at[1] + 60]);
      }
      for (const arrow of copied.arrows) made = notation.setArrow(made, null, called.get(arrow.source) ?? "", called.get(arrow.target) ?? "", arrow.label);
      return notation.setPlaces(made, places);
    }, "pasted", { count: String(copied.states.length) });
    if (!done) return;
    graph.selected = new Set(called.values());
    graph.mark();
  }
}
