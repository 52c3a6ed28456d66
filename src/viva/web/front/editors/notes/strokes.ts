// Everything by keys, and the same by buttons: letters write notes, arrows move them.
import type { VivaStaff } from "../staff";
import { type Length, times } from "./abc";

const LETTERS = "cdefgab";
const LENGTHS: [string, Length][] = [
  ["1", [1, 1]],
  ["2", [1, 2]],
  ["4", [1, 4]],
  ["8", [1, 8]],
  ["6", [1, 16]],
];
const METERS = ["2/4", "3/4", "4/4", "3/8", "6/8"];
const KEYS = ["Cb", "Gb", "Db", "Ab", "Eb", "Bb", "F", "C", "G", "D", "A", "E", "B", "F#", "C#", "Abm", "Ebm", "Bbm", "Fm", "Cm", "Gm", "Dm", "Am", "Em", "Bm", "F#m", "C#m", "G#m", "D#m", "A#m"];
const CLEFS = ["treble", "bass", "alto", "tenor"];

const dotted = (staff: VivaStaff): void => {
  const now = staff.duration;
  staff.setLength(now[0] % 3 === 0 ? times(now, [2, 3]) : times(now, [3, 2]));
};

export const striking = (staff: VivaStaff, root: HTMLElement): void => {
  root.addEventListener("keydown", (event) => {
    if (event.altKey) return;
    const command = event.ctrlKey || event.metaKey;
    const keys: Record<string, () => void> = command
      ? { z: () => (event.shiftKey ? staff.redo() : staff.undo()), y: () => staff.redo(), ArrowUp: () => staff.inChord(1), ArrowDown: () => staff.inChord(-1) }
      : {
          ArrowRight: () => staff.walk(1),
          ArrowLeft: () => staff.walk(-1),
          Home: () => staff.walk(-Infinity),
          End: () => staff.walk(Infinity),
          ArrowUp: () => staff.step(event.shiftKey ? 7 : 1),
          ArrowDown: () => staff.step(event.shiftKey ? -7 : -1),
          PageUp: () => staff.other(-1),
          PageDown: () => staff.other(1),
          "+": () => staff.bend(1),
          "#": () => staff.bend(1),
          "-": () => staff.bend(-1),
          "=": () => staff.bend(0),
          n: () => staff.bend(0),
          r: () => staff.write(null),
          "0": () => staff.write(null),
          ".": () => dotted(staff),
          "|": () => staff.bar(),
          Enter: () => staff.bar(),
          t: () => staff.tie(),
          Delete: () => staff.remove(),
          Backspace: () => staff.remove(),
          " ": () => staff.play(),
          p: () => staff.play(),
          ...(staff.player.isPlaying ? { Escape: () => staff.stop() } : {}),
        };
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const letter = command ? -1 : key.length === 1 ? LETTERS.indexOf(key === "h" ? "b" : key) : -1;
    const length = command ? undefined : LENGTHS.find(([name]) => name === key);
    const act = letter >= 0 ? () => staff.letter(letter, event.shiftKey) : length ? () => staff.setLength(length[1]) : keys[key];
    if (!act) return;
    event.preventDefault();
    act();
  });
};

export const barOf = (staff: VivaStaff): HTMLElement => {
  const bar = document.createElement("div");
  bar.className = "editor-bar staff-bar";
  const button = (key: string, act: () => void, sign = staff.say(`do_${key}`)): HTMLButtonElement => {
    const made = document.createElement("button");
    made.type = "button";
    made.dataset["act"] = key;
    made.textContent = sign;
    made.title = staff.say(`do_${key}`);
    if (sign !== made.title) made.setAttribute("aria-label", `${sign} ${made.title}`);
    made.addEventListener("click", act);
    return made;
  };
  const lengths = LENGTHS.map(([, length]) => button(`length_${length[1]}`, () => staff.setLength(length), { 1: "1/1", 2: "1/2", 4: "1/4", 8: "1/8", 16: "1/16" }[length[1]] ?? ""));
  const dot = button("dot", () => dotted(staff), ".");
  const choice = (key: string, names: readonly (readonly [string, string])[], act: (name: string) => void): HTMLSelectElement => {
    const made = document.createElement("select");
    made.dataset["choice"] = key;
    made.setAttribute("aria-label", staff.say(`choose_${key}`));
    made.append(...names.map(([value, text]) => new Option(text, value)));
    made.addEventListener("change", () => act(made.value));
    return made;
  };
  const voices = choice("voice", [], (name) => staff.choose(Number(name), null));
  const clefs = choice("clef", CLEFS.map((each) => [each, staff.say(`clef_${each}`)] as const), (name) => staff.clef(name));
  const keys = choice("key", KEYS.map((each) => [each, each] as const), (name) => staff.key(name));
  const meters = choice("meter", METERS.map((each) => [each, each] as const), (name) => staff.meter(name));
  staff.addEventListener("viva:tune", () => {
    const { tune, voice, duration } = staff;
    voices.replaceChildren(...tune.staves.map((each, at) => new Option(staff.say("voice", { name: each.name || String(at + 1) }), String(at), false, at === voice)));
    clefs.value = tune.staves[voice]?.clef ?? "treble";
    const set = (select: HTMLSelectElement, value: string): void => {
      if (![...select.options].some((option) => option.value === value)) select.prepend(new Option(value, value));
      select.value = value;
    };
    const key = /^\s*([A-G][#b]?\s*[A-Za-z]*)/.exec(tune.fields.find((each) => each.letter === "K")?.value.replace(/\b(?:clef=\S+|treble|bass|alto|tenor)\b.*/, "") ?? "")?.[1];
    set(keys, key?.trim() ?? "C");
    set(meters, tune.meter.join("/"));
    const isDotted = duration[0] % 3 === 0;
    const plain = isDotted ? times(duration, [2, 3]) : duration;
    lengths.forEach((each, at) => each.setAttribute("aria-pressed", String(plain[0] === 1 && plain[1] === LENGTHS[at]?.[1][1])));
    dot.setAttribute("aria-pressed", String(isDotted));
  });
  bar.append(
    ...lengths,
    dot,
    button("rest", () => staff.write(null)),
    button("sharp", () => staff.bend(1), "♯"),
    button("natural", () => staff.bend(0), "♮"),
    button("flat", () => staff.bend(-1), "♭"),
    button("up", () => staff.step(1), "↑"),
    button("down", () => staff.step(-1), "↓"),
    button("tie", () => staff.tie()),
    button("bar", () => staff.bar()),
    button("remove", () => staff.remove()),
    button("undo", () => staff.undo()),
    button("redo", () => staff.redo()),
    button("play", () => staff.play()),
    voices,
    clefs,
    keys,
    meters,
    button("voice", () => staff.newVoice()),
  );
  return bar;
};
