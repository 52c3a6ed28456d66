// Mouse, pen and touch: a click on free ground writes a note there, one on a note chooses it, and a drag of a note up or
// down moves it; with Shift or Ctrl what is clicked joins the chord that is chosen.
import type { VivaStaff } from "../staff";
import { heightOf } from "./abc";

interface Drag {
  elements: SVGElement[];
  y: number;
  step: number;
  by: number;
}
const FAR = 6;

export const touching = (staff: VivaStaff, root: HTMLElement): void => {
  let drag: Drag | null = null;
  let pressed: [number, number] | null = null;

  root.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || !(event.target instanceof Element)) return;
    root.focus({ preventScroll: true });
    if (!staff.isCurrent) {
      staff.tell("wait");
      return;
    }
    pressed = [event.clientX, event.clientY];
    const note = staff.score.at(event.target);
    const sign = note && staff.tune.signs[note.mark];
    if (!note || !sign) return;
    event.preventDefault();
    // A stem stands where other tones of its chord would: there one more is meant.
    const height = staff.score.spot(event.clientX, event.clientY, staff.tune.staves)?.height;
    const isMore = (event.shiftKey || event.ctrlKey) && !sign.tones.some((tone) => heightOf(tone) === height);
    staff.choose(sign.voice, note.mark, note.tone);
    if (isMore) return;
    root.setPointerCapture(event.pointerId);
    drag = { elements: staff.score.parts(note.mark, note.tone) as SVGElement[], y: event.clientY, step: staff.score.step, by: 0 };
  });

  root.addEventListener("pointermove", (event) => {
    if (!drag) return;
    drag.by = -Math.round((event.clientY - drag.y) / drag.step);
    for (const each of drag.elements) each.setAttribute("transform", `translate(0, ${-90 * drag.by})`);
  });

  root.addEventListener("pointerup", (event) => {
    const [done, from] = [drag, pressed];
    [drag, pressed] = [null, null];
    for (const each of done?.elements ?? []) each.removeAttribute("transform");
    if (done) {
      if (done.by !== 0) staff.step(done.by);
      return;
    }
    if (!from || Math.hypot(event.clientX - from[0], event.clientY - from[1]) > FAR) return;
    if (!staff.isCurrent) return staff.tell("wait");
    const spot = staff.score.spot(event.clientX, event.clientY, staff.tune.staves);
    if (!spot) return;
    if (event.shiftKey || event.ctrlKey) staff.intoChord({ letter: ((spot.height % 7) + 7) % 7, octave: Math.floor(spot.height / 7), shift: null });
    else staff.put(spot);
  });

  root.addEventListener("pointercancel", () => {
    for (const each of drag?.elements ?? []) each.removeAttribute("transform");
    [drag, pressed] = [null, null];
  });
};
