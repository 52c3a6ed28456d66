// Changes of a tune's text. Each says beforehand what shall sound afterwards, and is made only where the text then reads
// so: no other note, in no voice, sounds or lasts otherwise than before. What it does not touch stays byte for byte.
import { NotDrawn, replaced } from "../notations/model";
import { type Length, type Pitch, type Sign, type Tune, fraction, plus, readTune, signedIn, sizeOf, times } from "./abc";

/** A pitch whose accidental is as its place makes it has none of its own. */
export type Wanted = Omit<Pitch, "shift"> & { shift: number | null };
interface Heard {
  voice: number;
  tones: Wanted[];
  duration: Length;
}
export interface Changed {
  text: string;
  /** The sign that was changed or made, or null. */
  mark: number | null;
}
interface Piece {
  from: number;
  to: number;
  insert: string;
}

const LETTERS = "CDEFGAB";
const sharpened = (shift: number): string => (shift === 0 ? "=" : shift > 0 ? "^".repeat(shift) : "_".repeat(-shift));
export const written = (pitch: Pick<Pitch, "letter" | "octave">): string => {
  const letter = LETTERS[pitch.letter] ?? "C";
  return pitch.octave >= 5 ? letter.toLowerCase() + "'".repeat(pitch.octave - 5) : letter + ",".repeat(4 - pitch.octave);
};
const over = (length: Length, unit: Length): string => {
  const [n, d] = times(length, [unit[1], unit[0]]);
  return d === 1 ? (n === 1 ? "" : String(n)) : `${n}/${d}`;
};
const heard = (sign: Sign): Heard => ({ voice: sign.voice, tones: sign.tones, duration: sign.duration });
const same = (one: Length, other: Length): boolean => one[0] * other[1] === other[0] * one[1];

/** Writes accidentals where a note would sound otherwise than it is wanted; null where the text does not read so at all. */
const settled = (text: string, wanted: readonly Heard[]): string | null => {
  let now = text;
  for (let round = 0; round < 400; round++) {
    const { signs } = readTune(now);
    if (signs.length !== wanted.length) return null;
    const [pieces, touched]: [Piece[], Set<string>] = [[], new Set()];
    for (const [at, sign] of signs.entries()) {
      const want = wanted[at];
      if (!want || want.voice !== sign.voice || want.tones.length !== sign.tones.length || !same(want.duration, sign.duration)) return null;
      for (const [number, tone] of sign.tones.entries()) {
        const asked = want.tones[number];
        if (!asked || asked.letter !== tone.letter || asked.octave !== tone.octave) return null;
        const place = `${sign.voice} ${sign.bar} ${tone.letter}`;
        if (asked.shift === null) asked.shift = tone.shift; // the first reading of the change itself
        if (asked.shift === tone.shift || touched.has(place)) continue;
        touched.add(place);
        pieces.push({ from: tone.from, to: tone.to, insert: sharpened(asked.shift) + written(tone) });
      }
    }
    if (!pieces.length) return now;
    now = replaced(now, pieces);
  }
  return null;
};

const made = (text: string, wanted: Heard[], mark: number | null): Changed | null => {
  try {
    const settledText = settled(text, wanted);
    return settledText === null ? null : { text: settledText, mark };
  } catch (problem) {
    if (problem instanceof NotDrawn) return null;
    throw problem;
  }
};

export const chainOf = (tune: Tune, mark: number): Sign[] => tune.signs.filter((sign) => sign.head === (tune.signs[mark]?.head ?? -1));
export const inVoice = (tune: Tune, voice: number): Sign[] => tune.signs.filter((sign) => sign.voice === voice);

/** The last that belongs to a sign: nothing goes between those of a tuplet, or of a tie. */
const whole = (tune: Tune, mark: number): Sign | undefined => {
  const own = inVoice(tune, tune.signs[mark]?.voice ?? 0);
  let at = own.findIndex((sign) => sign.mark === mark);
  for (;;) {
    const now = own[at];
    if (now?.holds && at + now.holds < own.length) at += now.holds;
    else if (now && own[at + 1]?.head === now.head && now.head !== own[at + 1]?.mark) at += 1;
    else return now;
  }
};

const spaced = (text: string, at: number, insert: string): string => {
  const before = at > 0 && !/[\s]/.test(text[at - 1] ?? " ") ? " " : "";
  const after = at < text.length && !/[\s]/.test(text[at] ?? " ") ? " " : "";
  return text.slice(0, at) + before + insert + after + text.slice(at);
};

/** A note, or a rest without a pitch, behind a sign or before it, or as the first of a voice. */
export const insert = (text: string, voice: number, after: number | null, pitch: Wanted | null, duration: Length, before = false): Changed | null => {
  const tune = readTune(text);
  const wanted = tune.signs.map(heard);
  const last = after === null || before ? undefined : whole(tune, after);
  const first = before && after !== null ? tune.signs[after] : inVoice(tune, voice)[0];
  const unit = last && !last.bound ? last.base : (first && !first.bound ? first.base : tune.length);
  const fresh: Heard = { voice, tones: pitch ? [{ ...pitch }] : [], duration };
  const insertion = (pitch ? written(pitch) : "z") + over(duration, unit);
  if (last) {
    wanted.splice(last.mark + 1, 0, fresh);
    const at = (last.tie ?? last.to - 1) + 1;
    const done = made(spaced(text, at, insertion), wanted, last.mark + 1);
    // A `-` that ties to nothing would tie to the new one.
    if (done || last.tie === null) return done;
    fresh.tones = pitch ? [{ ...pitch }] : [];
    return made(spaced(replaced(text, [{ from: last.tie, to: last.tie + 1, insert: "" }]), last.to, insertion), wanted, last.mark + 1);
  }
  if (first) {
    wanted.splice(first.mark, 0, fresh);
    return made(spaced(text, first.lead, insertion), wanted, first.mark);
  }
  const stave = tune.staves[voice];
  if (!stave) return null;
  const bar = tune.bars.find((each) => each.voice === voice);
  const at = bar?.from ?? stave.begin;
  if (at !== null) {
    const mark = tune.signs.filter((each) => each.from < at).length;
    wanted.splice(mark, 0, fresh);
    return made(spaced(text, at, insertion), wanted, mark);
  }
  wanted.push(fresh);
  const line = `${tune.end ? "\n" : ""}${stave.name ? `[V:${stave.name}] ` : ""}${insertion}`;
  return made(text.slice(0, tune.end) + line + text.slice(tune.end), wanted, wanted.length - 1);
};

const plainly = (sign: Sign, tones: readonly string[], length = over(sign.duration, sign.base)): string => (tones.length > 1 ? `[${tones.join("")}]` : (tones[0] ?? "z")) + length;

/** Changes all that a sign is tied to alike: a pitch that `tones` gives for several of them is one value, so that what
 * the first reads as holds for all. */
const rewritten = (text: string, tune: Tune, mark: number, tones: (sign: Sign) => Wanted[], write: (sign: Sign) => Piece[]): Changed | null => {
  const chain = chainOf(tune, mark);
  const wanted = tune.signs.map((sign) => (chain.includes(sign) ? { ...heard(sign), tones: tones(sign) } : heard(sign)));
  return made(replaced(text, chain.flatMap(write)), wanted, tune.signs[mark]?.head ?? null);
};

export const setPitch = (text: string, mark: number, number: number, pitch: Wanted): Changed | null => {
  if (pitch.octave < -1 || pitch.octave > 9 || Math.abs(pitch.shift ?? 0) > 2) return null;
  const tune = readTune(text);
  const tones = (sign: Sign): Wanted[] => sign.tones.map((tone, at) => (at === number ? pitch : tone));
  return rewritten(text, tune, mark, tones, (sign) => {
    const tone = sign.tones[number];
    if (!tone) return [];
    const needless = pitch.shift !== null && tone.signed && pitch.letter === tone.letter && pitch.octave === tone.octave && pitch.shift === tone.shift;
    return needless ? [] : [{ from: tone.from, to: tone.to, insert: written(pitch) }];
  });
};

export const addTone = (text: string, mark: number, pitch: Wanted): Changed | null => {
  const tune = readTune(text);
  if (tune.signs[mark]?.tones.some((tone) => tone.letter === pitch.letter && tone.octave === pitch.octave)) return null;
  return rewritten(
    text,
    tune,
    mark,
    (sign) => [...sign.tones, pitch],
    (sign) => {
      const at = sign.length[0];
      if (!sign.tones.length) return [{ from: sign.from, to: at, insert: written(pitch) }];
      if (text[sign.from] === "[") return [{ from: at - 1, to: at - 1, insert: written(pitch) }];
      return [{ from: sign.from, to: at, insert: `[${text.slice(sign.from, at)}${written(pitch)}]` }];
    },
  );
};

/** One tone of a chord, or the whole of it; those that others hang on become rests. */
export const remove = (text: string, mark: number, number: number | null): Changed | null => {
  const tune = readTune(text);
  const [chain, sign] = [chainOf(tune, mark), tune.signs[mark]];
  if (!sign) return null;
  if (number !== null && sign.tones.length > 1) {
    const left = (each: Sign): Sign["tones"] => each.tones.filter((_, at) => at !== number);
    return rewritten(text, tune, mark, left, (each) => [{ from: each.from, to: each.to, insert: plainly(each, left(each).map((tone) => text.slice(tone.from, tone.to))) }]);
  }
  const gone = chain.every((each) => !each.bound);
  const cut = (each: Sign): Piece => {
    const [from, to] = [each.from, (each.tie ?? each.to - 1) + 1];
    const gap = /[ \t]/.test(text[to] ?? "") && (from === 0 || /[ \t\n]/.test(text[from - 1] ?? "")) ? 1 : 0;
    return { from, to: to + gap, insert: "" };
  };
  if (gone) {
    const before = inVoice(tune, sign.voice).filter((each) => each.mark < sign.head).at(-1);
    return made(replaced(text, chain.map(cut)), tune.signs.filter((each) => !chain.includes(each)).map(heard), before?.mark ?? null);
  }
  const ties = chain.filter((each) => each.tie !== null).map((each): Piece => ({ from: each.tie ?? 0, to: (each.tie ?? 0) + 1, insert: "" }));
  const rests = chain.map((each): Piece => ({ from: each.from, to: each.to, insert: plainly(each, []) }));
  return made(replaced(text, [...rests, ...ties]), tune.signs.map((each) => (chain.includes(each) ? { ...heard(each), tones: [] } : heard(each))), sign.head);
};

/** How long a sign lasts; what it was tied to becomes part of it. */
export const setLength = (text: string, mark: number, duration: Length): Changed | null => {
  const tune = readTune(text);
  const chain = chainOf(tune, mark);
  const [first, ...others] = chain;
  if (!first || chain.some((each) => each.bound)) return null;
  const pieces: Piece[] = others.map((each) => ({ from: each.from, to: each.to, insert: "" }));
  for (const each of chain) if (each.tie !== null) pieces.push({ from: each.tie, to: each.tie + 1, insert: "" });
  pieces.push({ from: first.length[0], to: first.length[1], insert: over(duration, first.unit) });
  const wanted = tune.signs.filter((each) => !others.includes(each)).map((each) => (each === first ? { ...heard(each), duration } : heard(each)));
  return made(replaced(text, pieces), wanted, first.mark);
};

/** A bar line behind a sign, or the one that is there away. */
export const toggleBar = (text: string, mark: number): Changed | null => {
  const tune = readTune(text);
  const last = whole(tune, mark);
  if (!last) return null;
  const next = inVoice(tune, last.voice).find((each) => each.mark > last.mark);
  const bar = tune.bars.find((each) => each.voice === last.voice && each.from >= last.to && each.from < (next?.from ?? Infinity));
  const wanted = tune.signs.map(heard);
  if (bar) {
    const gap = text[bar.from - 1] === " " && (text[bar.to] === " " || text[bar.to] === "\n" || bar.to === text.length) ? 1 : 0;
    return made(replaced(text, [{ from: bar.from - gap, to: bar.to, insert: "" }]), wanted, last.mark);
  }
  return made(spaced(text, (last.tie ?? last.to - 1) + 1, "|"), wanted, last.mark);
};

export const toggleTie = (text: string, mark: number): Changed | null => {
  const tune = readTune(text);
  const last = chainOf(tune, mark).at(-1);
  if (!last || !last.tones.length) return null;
  const wanted = tune.signs.map(heard);
  const tied = chainOf(tune, mark).find((each) => each.tie !== null);
  if (tied?.tie != null) return made(replaced(text, [{ from: tied.tie, to: tied.tie + 1, insert: "" }]), wanted, last.head);
  return made(replaced(text, [{ from: last.to, to: last.to, insert: "-" }]), wanted, last.head);
};

const ofKey = (value: string): { before: string; key: string; after: string } => {
  const found = /^(\s*)(.*?)(\s*(?:(?:\bclef=|\b(?:treble|bass|alto|tenor)\b|%).*)?)$/.exec(value);
  return { before: found?.[1] ?? "", key: found?.[2] ?? "", after: found?.[3] ?? "" };
};

/** Notes stay as they sound: accidentals come where the new signature says otherwise. */
export const setKey = (text: string, key: string): Changed | null => {
  const tune = readTune(text);
  const field = tune.fields.find((each) => each.letter === "K");
  if (!field) return null;
  const { before, after } = ofKey(field.value);
  return made(replaced(text, [{ from: field.from, to: field.to, insert: before + key + after }]), tune.signs.map(heard), null);
};

export const setMeter = (text: string, meter: string): Changed | null => {
  const tune = readTune(text);
  const [field, key] = [tune.fields.find((each) => each.letter === "M"), tune.fields.find((each) => each.letter === "K")];
  if (!key) return null;
  const [n, d] = tune.length;
  const unit = tune.fields.some((each) => each.letter === "L") ? "" : `L:${n}/${d}\n`;
  const start = text.lastIndexOf("\n", key.from) + 1;
  const pieces: Piece[] = [];
  if (field && field.from < key.from) {
    pieces.push({ from: field.from, to: field.to, insert: meter });
    if (unit) pieces.push({ from: start, to: start, insert: unit });
  } else pieces.push({ from: start, to: start, insert: `M:${meter}\n${unit}` });
  return made(replaced(text, pieces), tune.signs.map(heard), null);
};

export const setClef = (text: string, voice: number, clef: string): Changed | null => {
  const tune = readTune(text);
  const stave = tune.staves[voice];
  if (!stave) return null;
  const own = tune.fields.find((each) => each.letter === "V" && (each.value.trim().split(/\s+/)[0] ?? "1") === stave.name);
  const field = own ?? tune.fields.find((each) => each.letter === "K");
  if (!field) return null;
  const [value, comment = ""] = [field.value.replace(/\s*%.*$/, ""), /\s*%.*$/.exec(field.value)?.[0]];
  const known = /(?:clef=)?\b(?:treble|bass|alto|tenor)\b/;
  const changed = known.test(value) ? value.replace(known, `clef=${clef}`) : `${value} clef=${clef}`;
  const done = made(replaced(text, [{ from: field.from, to: field.to, insert: changed + comment }]), tune.signs.map(heard), null);
  return done && readTune(done.text).staves[voice]?.clef === clef ? done : null;
};

export const addVoice = (text: string, clef: string): Changed | null => {
  const tune = readTune(text);
  const taken = new Set(tune.staves.map((each) => each.name));
  let number = tune.staves.length + 1;
  while (taken.has(String(number))) number++;
  const line = `${tune.end ? "\n" : ""}[V:${number} clef=${clef}]`;
  const done = made(text.slice(0, tune.end) + line + text.slice(tune.end), tune.signs.map(heard), null);
  return done && readTune(done.text).staves.length > tune.staves.length ? done : null;
};

/** The pitch with this letter that is nearest to another. */
export const nearest = (letter: number, to: Pick<Pitch, "letter" | "octave">): Wanted => {
  const height = to.octave * 7 + to.letter;
  let octave = to.octave;
  if (octave * 7 + letter - height > 3) octave -= 1;
  else if (height - octave * 7 - letter > 3) octave += 1;
  return { letter, octave, shift: null };
};

/** A key of the piano as a note, spelled as the signature has it: with sharps in keys of sharps. */
export const spelled = (key: number, fifths: number): Pitch => {
  const spellings = [0, 1, -1].flatMap((shift) => {
    const natural = [0, 2, 4, 5, 7, 9, 11].indexOf((((key - shift) % 12) + 12) % 12);
    return natural < 0 ? [] : [{ letter: natural, octave: Math.floor((key - shift) / 12) - 1, shift }];
  });
  const inKey = spellings.find((each) => signedIn(fifths, each.letter) === each.shift);
  const natural = spellings.find((each) => each.shift === 0);
  return inKey ?? natural ?? spellings.find((each) => each.shift === (fifths < 0 ? -1 : 1)) ?? { letter: 0, octave: 4, shift: 0 };
};

export const lengthOf = (over: number, under: number, dotted: boolean): Length => (dotted ? fraction(over * 3, under * 2) : fraction(over, under));
export const ends = (sign: Sign): number => sizeOf(plus(sign.start, sign.duration));
