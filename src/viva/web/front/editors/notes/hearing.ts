// What the last report said of places in the notes: a click leads there, and lets one hear it as it is and, where the
// report says so, as it should be.
import type { Finding } from "../findings";
import type { VivaStaff } from "../staff";
import { withCode } from "../saying";
import { type Pitch, keyNumber, sizeOf } from "./abc";
import type { Sound } from "./sound";

/** `Eb4`, or `Eb`, which is the first above the one before it. */
export const pitchesOf = (names: readonly string[]): Pitch[] => {
  const found: Pitch[] = [];
  for (const name of names) {
    const read = /^([A-G])(#{1,2}|x|b{1,2}|)(-?\d)?$/.exec(name);
    if (!read) return [];
    const pitch = { letter: "CDEFGAB".indexOf(read[1] ?? "C"), octave: Number(read[3] ?? 4), shift: { "#": 1, "##": 2, x: 2, b: -1, bb: -2 }[read[2] ?? ""] ?? 0 };
    const before = found.at(-1);
    while (read[3] === undefined && before && keyNumber(pitch) <= keyNumber(before)) pitch.octave += 1;
    found.push(pitch);
  }
  return found;
};

/** The signs at the place of a finding, as they stand in the text. */
export const signsAt = (staff: VivaStaff, finding: Finding): VivaStaff["tune"]["signs"] => {
  const { signs, meter } = staff.tune;
  const begins = (voice: number): number => sizeOf(signs.find((sign) => sign.voice === voice && sign.bar === finding.bar)?.start ?? [0, 1]);
  const beat = finding.beat ? Number(finding.beat) : null;
  return signs.filter((sign) => sign.bar === finding.bar && (beat === null || Math.abs(beat - 1 - meter[1] * (sizeOf(sign.start) - begins(sign.voice))) < 0.01));
};

export const hearing = (staff: VivaStaff, findings: readonly Finding[]): HTMLElement | null => {
  const own = findings.filter((each) => each.bar !== undefined);
  if (!own.length) return null;
  const list = document.createElement("ul");
  list.className = "findings";
  list.setAttribute("aria-label", staff.say("findings"));
  const button = (item: HTMLElement, text: string, act: () => void): void => {
    const made = document.createElement("button");
    made.type = "button";
    made.append(...withCode(text));
    made.addEventListener("click", act);
    item.append(made, " ");
  };
  for (const finding of own) {
    const item = document.createElement("li");
    button(item, staff.say("place", { bar: String(finding.bar), text: finding.text }), () => {
      const first = signsAt(staff, finding)[0];
      if (first) staff.choose(first.voice, first.head);
      staff.score.holder.focus();
    });
    button(item, staff.say("hear"), () => {
      const signs = signsAt(staff, finding).filter((sign) => sign.tones.length);
      const first = Math.min(...signs.map((sign) => sizeOf(sign.start)));
      staff.hear(signs.map((sign): Sound => ({ at: 2 * (sizeOf(sign.start) - first), lasts: Math.max(0.5, 2 * sizeOf(sign.duration)), keys: sign.tones.map(keyNumber), among: signs.length })));
    });
    const meant = pitchesOf(finding.sounds ?? []);
    if (meant.length) {
      button(item, staff.say("hear_right"), () => {
        const inTurn = new Set(signsAt(staff, finding).map((sign) => sizeOf(sign.start))).size > 1;
        staff.hear(meant.map((pitch, at): Sound => ({ at: inTurn ? at / 2 : 0, lasts: inTurn ? 0.5 : 1, keys: [keyNumber(pitch)], among: inTurn ? 1 : meant.length })));
      });
    }
    list.append(item);
  }
  return list;
};
