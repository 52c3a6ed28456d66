// States in states: a state is known by the names of those around it and its own, with full stops between.
import type { VivaGraph } from "./graph";
import type { Model, Places } from "./notations/model";

/** The places after a state, and with it what is in it, has got another name. */
export const rekeyed = (places: Places, old: string, name: string): Places =>
  new Map([...places].map(([key, place]) => [key === old ? name : key.startsWith(`${old}.`) ? name + key.slice(old.length) : key, place]));

export const parentOf = (model: Model, name: string): string => model.states.find((state) => state.name === name)?.parent ?? "";

export const keyIn = (outer: string | undefined, own: string): string => (outer ? `${outer}.${own}` : own);

/** Where the states of a machine are among others: among the outermost ones, or where machines run side by side in that
 * one of them in which a given state lies, or else in the first. */
export const homeOf = (model: Model, near: string | undefined): string | undefined => {
  if (!model.states.some((state) => state.part && !state.parent)) return undefined;
  const isMachine = (name: string): boolean => model.states.some((state) => state.name === name && state.part === "machine");
  for (let name = near ?? ""; name; name = parentOf(model, name)) if (isMachine(name)) return name;
  return model.states.find((state) => state.part === "machine")?.name;
};

/** Whether a state lies in one of these, however deep. */
export const isWithin = (model: Model, name: string, others: ReadonlySet<string>): boolean => {
  const parent = parentOf(model, name);
  return parent !== "" && (others.has(parent) || isWithin(model, parent, others));
};

/** What is dropped over another state comes to lie in it, and what is dropped beside all among the outermost. */
export const drop = (graph: VivaGraph, names: readonly string[], outer: string | null): void => {
  const [first] = names;
  if (graph.notation.nest && first !== undefined && parentOf(graph.model, first) !== (outer ?? "")) nest(graph, names, outer);
  else graph.moved();
};

/** States of the level of the first into another one, or with null among the outermost. */
export const nest = (graph: VivaGraph, names: readonly string[], outer: string | null): void => {
  const { model } = graph;
  const [first = ""] = names;
  const level = names.filter((name) => parentOf(model, name) === parentOf(model, first));
  const key = (name: string): string => `${outer === null ? "" : `${outer}.`}${model.states.find((state) => state.name === name)?.own ?? name}`;
  const places: Places = new Map([...graph.picture.boxes].map(([name, box]) => [name, box.at]));
  const done = graph.change((notation, text) => {
    const known = level.reduce((now, name) => rekeyed(now, name, key(name)), places);
    return notation.setPlaces(notation.nest?.(text, level, outer) ?? text, known);
  }, outer === null ? "is_outermost" : "nested", { name: level.join(", "), outer: outer ?? "" });
  if (!done) return graph.draw();
  const gone = model.arrows.length - graph.model.arrows.length;
  if (gone) graph.add("arrows_gone", { count: String(gone) });
  graph.choose({ state: key(first) });
  graph.selected = new Set(level.map(key));
  graph.mark();
  graph.focusCurrent();
};

/** Out of the state in which it lies. */
export const outwards = (graph: VivaGraph, name: string): void => {
  const parent = parentOf(graph.model, name);
  if (parent) nest(graph, [name], parentOf(graph.model, parent) || null);
};
