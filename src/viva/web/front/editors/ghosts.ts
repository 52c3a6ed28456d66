// What a told fix would make of the picture: what goes is struck, what comes is drawn as a ghost, and each sentence leads
// to its place.
import type { Finding } from "./findings";
import type { VivaGraph } from "./graph";
import { arrowsAt } from "./running";
import { withCode } from "./saying";
import type { Change, Mark } from "./server";

const drawChange = (graph: VivaGraph, { before, after, text }: Change): void => {
  const { picture, model } = graph;
  if (before.source !== undefined && after.source === undefined) return strike(graph, before);
  if (after.source !== undefined) {
    if (before.source !== undefined) strike(graph, before);
    for (const end of [after.source, after.target]) if (end !== undefined) picture.ghostState(end, graph.round());
    picture.ghostArrow(after.source, after.target ?? "", after.label ?? "");
  } else if (after.state !== undefined) {
    if (before.state === undefined) picture.ghostState(after.state, graph.round());
    else if (before.state !== after.state) picture.ghostIn(after.state, "start");
    else if (text !== undefined) picture.ghostIn(after.state, "text", text);
    else if (model.states.find((state) => state.name === after.state)?.accepting) picture.states.get(after.state)?.classList.add("loses");
    else picture.ghostIn(after.state, "accepting");
  }
};

const strike = (graph: VivaGraph, mark: Partial<Mark>): void => {
  for (const at of arrowsAt(graph.model, mark)) {
    const letters = graph.model.arrows[at]?.label.split(",") ?? [];
    // Of several letters only one goes: the arrow stays.
    if (graph.accepts() && letters.length > 1) continue;
    graph.picture.arrows[at]?.classList.add("gone");
  }
};

export const drawGhosts = (graph: VivaGraph, findings: readonly Finding[]): void => {
  for (const finding of findings) for (const change of finding.changes ?? []) drawChange(graph, change);
};

/** The sentences of the last report about parts of the picture that have no line in the text; a click chooses the part. */
export const listReported = (graph: VivaGraph, list: HTMLElement, findings: readonly Finding[]): void => {
  list.replaceChildren();
  for (const finding of findings) {
    if (finding.line) continue;
    const places: Partial<Mark>[] = [finding, ...(finding.changes ?? []).flatMap(({ before, after }) => [before, after])];
    const chosen = places
      .map((place) => {
        const [arrow] = place.source === undefined ? [] : arrowsAt(graph.model, place);
        const known = graph.model.states.some((state) => state.name === (place.state ?? place.source));
        return arrow !== undefined ? { arrow } : known ? { state: place.state ?? place.source ?? "" } : null;
      })
      .find((each) => each !== null);
    if (!chosen) continue;
    const [item, button] = [document.createElement("li"), document.createElement("button")];
    button.type = "button";
    button.append(...withCode(finding.text));
    button.addEventListener("click", () => {
      graph.choose(chosen);
      graph.focusCurrent();
    });
    item.append(button);
    list.append(item);
  }
  list.hidden = !list.childElementCount;
};
