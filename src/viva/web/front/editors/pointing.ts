// Mouse, pen and touch: a double click makes a state, a drag from a rim an arrow, a drag of a state moves it and what is
// selected with it, a drag over nothing selects, and a double click on what is there edits it.
import type { VivaGraph } from "./graph";
import { drop, isWithin } from "./nesting";
import type { Point } from "./picture";

type Drag = { kind: "move"; names: string[]; from: Point; starts: Map<string, Point>; far: boolean } | { kind: "arrow"; source: string } | { kind: "frame"; from: Point };
const FAR = 3;

export const pointing = (graph: VivaGraph, root: SVGSVGElement): void => {
  let drag: Drag | null = null;
  const at = (event: MouseEvent): Point => {
    const matrix = root.getScreenCTM()?.inverse();
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
    return [Math.round(point.x), Math.round(point.y)];
  };
  const under = (event: MouseEvent): Element | null => document.elementFromPoint(event.clientX, event.clientY);
  const stateAt = (event: MouseEvent): string | null => under(event)?.closest("[data-state]")?.getAttribute("data-state") ?? null;
  const line = (from: Point | null, to: Point): void => root.querySelector(".drawn")?.setAttribute("d", from ? `M${from[0]} ${from[1]}L${to[0]} ${to[1]}` : "");

  root.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || !(event.target instanceof Element)) return;
    const [target, here, more] = [event.target, at(event), event.shiftKey || graph.several];
    const name = target.closest("[data-state]")?.getAttribute("data-state");
    const arrow = target.closest("[data-arrow]")?.getAttribute("data-arrow");
    if (name !== null && name !== undefined) {
      if (target.classList.contains("rim")) {
        drag = { kind: "arrow", source: name };
      } else {
        if (!graph.selected.has(name) || more) graph.choose({ state: name }, more);
        else graph.current = { state: name };
        const names = [...graph.selected].filter((each) => !isWithin(graph.model, each, graph.selected));
        drag = { kind: "move", names, from: here, far: false, starts: new Map(names.map((each) => [each, graph.picture.boxes.get(each)?.at ?? here])) };
      }
    } else if (arrow !== null && arrow !== undefined) {
      graph.choose({ arrow: Number(arrow) });
    } else {
      graph.choose(null, more);
      // A finger on free ground moves what is seen, as everywhere.
      if (event.pointerType !== "touch") drag = { kind: "frame", from: here };
    }
    if (drag) root.setPointerCapture(event.pointerId);
    graph.dragging = drag !== null;
    graph.focusCurrent(true);
    event.preventDefault();
  });

  // What is held is moved, and the page under it is not; `touch-action` of parts of a picture counts for nothing.
  root.addEventListener("touchmove", (event) => drag && event.cancelable && event.preventDefault(), { passive: false });

  root.addEventListener("pointermove", (event) => {
    if (!drag) return;
    const here = at(event);
    if (drag.kind === "arrow") line(graph.picture.boxes.get(drag.source)?.at ?? here, here);
    else if (drag.kind === "move") {
      const [dx, dy] = [here[0] - drag.from[0], here[1] - drag.from[1]];
      drag.far ||= Math.hypot(dx, dy) > FAR;
      if (drag.far) for (const [name, start] of drag.starts) graph.picture.move(name, [start[0] + dx, start[1] + dy]);
    } else {
      const [x, y] = drag.from;
      root.querySelector(".drawn")?.setAttribute("d", `M${x} ${y}H${here[0]}V${here[1]}H${x}Z`);
    }
  });

  root.addEventListener("pointerup", (event) => {
    const done = drag;
    drag = null;
    graph.dragging = false;
    const here = at(event);
    line(null, here);
    if (done?.kind === "move" && done.far) drop(graph, done.names, graph.picture.stateAround(here, new Set(done.names)));
    else if (done?.kind === "arrow") {
      root.releasePointerCapture(event.pointerId);
      const target = stateAt(event);
      if (target !== null) graph.edit({ state: target }, { source: done.source, target });
      else graph.tell("cancelled");
    } else if (done?.kind === "frame") {
      const [left, right] = [Math.min(done.from[0], here[0]), Math.max(done.from[0], here[0])];
      const [top, bottom] = [Math.min(done.from[1], here[1]), Math.max(done.from[1], here[1])];
      const framed = [...graph.picture.boxes].flatMap(([name, { at: [x, y] }]) => (x > left && x < right && y > top && y < bottom ? [name] : []));
      if (framed.length) graph.select([...graph.selected, ...framed]);
    }
  });

  root.addEventListener("pointercancel", () => {
    drag = null;
    graph.dragging = false;
    graph.draw();
  });

  root.addEventListener("dblclick", (event) => {
    const name = stateAt(event);
    const arrow = under(event)?.closest("[data-arrow]")?.getAttribute("data-arrow");
    if (name !== null) graph.edit({ state: name });
    else if (arrow !== null && arrow !== undefined) graph.edit({ arrow: Number(arrow) });
    else graph.newState(at(event));
  });
};
