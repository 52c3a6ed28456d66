// Everything by keys, and the same by buttons: N makes a state, comma and full stop walk, T and Enter make an arrow.
import { Copies } from "./copying";
import type { Chosen, VivaGraph } from "./graph";
import { nest, outwards } from "./nesting";

const STEP = 10;

export const keying = (graph: VivaGraph, root: SVGElement): void => {
  const copies = new Copies();
  root.addEventListener("keydown", (event) => {
    if (!(event instanceof KeyboardEvent) || event.altKey) return;
    const [chosen, command] = [graph.current, event.ctrlKey || event.metaKey];
    const state = chosen && "state" in chosen ? chosen.state : null;
    const keys: Record<string, () => void> = command
      ? { z: () => (event.shiftKey ? graph.redo() : graph.undo()), y: () => graph.redo(), c: () => copies.copy(graph), v: () => copies.paste(graph), a: () => all(graph) }
      : {
          n: () => graph.newState(),
          ".": () => walk(graph, 1),
          ",": () => walk(graph, -1),
          t: () => state !== null && graph.begin(state),
          i: () => state !== null && graph.notation.nest && graph.begin(state, true),
          o: () => state !== null && outwards(graph, state),
          s: () => state !== null && graph.start(state),
          a: () => state !== null && graph.accepts() && graph.accept(state),
          x: () => state !== null && graph.pick(state),
          l: () => graph.layOut(true),
          F2: () => chosen && graph.edit(chosen),
          Enter: () => enter(graph),
          Delete: () => graph.remove(),
          Backspace: () => graph.remove(),
          ArrowLeft: () => nudge(graph, -STEP, 0),
          ArrowRight: () => nudge(graph, STEP, 0),
          ArrowUp: () => nudge(graph, 0, -STEP),
          ArrowDown: () => nudge(graph, 0, STEP),
          ...(graph.from !== null ? { Escape: () => graph.begin(null) } : graph.picks ? { Escape: () => graph.choose(graph.current) } : {}),
        };
    const act = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
};

const all = (graph: VivaGraph): void => {
  graph.select(graph.model.states.map((each) => each.name));
};

/** To the next state or arrow; while an arrow is being made, to the next state. */
const walk = (graph: VivaGraph, step: number): void => {
  const all: Chosen[] = graph.model.states.map((each) => ({ state: each.name }));
  if (graph.from === null) graph.model.arrows.forEach((_, arrow) => all.push({ arrow }));
  if (!all.length) return graph.tell("empty");
  const now = all.findIndex((each) => JSON.stringify(each) === JSON.stringify(graph.current));
  graph.goTo(all[(now < 0 ? (step > 0 ? 0 : all.length - 1) : now + step + all.length) % all.length] ?? null);
  graph.focusCurrent();
  graph.tellCurrent();
};

const enter = (graph: VivaGraph): void => {
  const chosen = graph.current;
  if (graph.from !== null && chosen && "state" in chosen) {
    const source = graph.from;
    graph.from = null;
    graph.mark();
    if (graph.nesting) nest(graph, graph.selected.has(source) ? [...graph.selected] : [source], chosen.state);
    else graph.edit(chosen, { source, target: chosen.state });
  } else if (chosen) graph.edit(chosen);
};

const nudge = (graph: VivaGraph, dx: number, dy: number): void => {
  const names = graph.meant();
  for (const name of names) {
    const at = graph.picture.boxes.get(name)?.at;
    if (at) graph.picture.move(name, [at[0] + dx, at[1] + dy]);
  }
  if (names.length) graph.moved();
};

export const barOf = (graph: VivaGraph): HTMLElement => {
  const bar = document.createElement("p");
  bar.className = "editor-bar";
  const chosen = (act: (name: string) => void) => (): void => {
    if (graph.current && "state" in graph.current) act(graph.current.state);
    else graph.tell("choose_state");
  };
  const buttons: [string, () => void][] = [
    ["new", () => graph.newState()],
    ["connect", chosen((name) => (graph.begin(name), graph.focusCurrent()))],
    ["start", chosen((name) => graph.start(name))],
    ...(graph.accepts() ? ([["accepting", chosen((name) => graph.accept(name))]] as [string, () => void][]) : []),
    ["edit", () => (graph.current ? graph.edit(graph.current) : graph.tell("choose_state"))],
    ...(graph.getAttribute("notation") === "machine"
      ? ([
          ["into", chosen((name) => (graph.begin(name, true), graph.focusCurrent()))],
          ["out", chosen((name) => outwards(graph, name))],
        ] as [string, () => void][])
      : []),
    ["several", () => graph.toggleSeveral()],
    ["remove", () => graph.remove()],
    ["undo", () => graph.undo()],
    ["redo", () => graph.redo()],
    ["tidy", () => graph.layOut(true)],
  ];
  for (const [key, act] of buttons) {
    const button = document.createElement("button");
    button.type = "button";
    button.dataset["act"] = key;
    button.textContent = graph.say(`do_${key}`);
    button.addEventListener("click", act);
    bar.append(button, " ");
  }
  return bar;
};
