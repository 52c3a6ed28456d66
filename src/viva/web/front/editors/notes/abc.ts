// Reads ABC as `viva.engines.music.formats.abc` does, with the place of every part of it: what a click or a key changes is
// found by these places. What the server understood is compared with this before anything is written, so that a text
// that is read in two ways is never changed by a picture of it.
import { NotDrawn, linesOf } from "../notations/model";

/** A length as a fraction of a whole note. */
export type Length = readonly [number, number];

export interface Pitch {
  /** 0 is C. */
  letter: number;
  octave: number;
  /** In half steps: 1 is sharp. */
  shift: number;
}

/** One voice of a note or chord, as it is written. */
export interface Tone extends Pitch {
  from: number;
  to: number;
  /** Whether its accidental is written. */
  signed: boolean;
}

/** What is written as one note, chord or rest. */
export interface Sign {
  /** Its number in the text. */
  mark: number;
  voice: number;
  bar: number;
  from: number;
  to: number;
  /** Where its length is written; empty for the usual one. */
  length: [number, number];
  tones: Tone[];
  start: Length;
  duration: Length;
  /** How long it would last without a length of its own. */
  unit: Length;
  /** How long a plain note or rest would last in its place. */
  base: Length;
  /** Whether others hang on its length: in a tuplet, beside a broken rhythm. */
  bound: boolean;
  /** How many of those after it belong to it, so that nothing comes between. */
  holds: number;
  /** Where what belongs to it begins: the `(3` of the first of a tuplet. */
  lead: number;
  /** The mark of the first that it is tied to. */
  head: number;
  /** Where the `-` after it stands. */
  tie: number | null;
  fifths: number;
}

export interface Stave {
  name: string;
  clef: string;
  /** Where its first note goes as long as there is none; null where it needs a line of its own. */
  begin: number | null;
}

/** A field, `K:` or `[K:…]`, and where its value stands. */
export interface Field {
  letter: string;
  from: number;
  to: number;
  value: string;
}

export interface Tune {
  signs: Sign[];
  staves: Stave[];
  fields: Field[];
  bars: { from: number; to: number; voice: number }[];
  fifths: number;
  meter: [number, number];
  length: Length;
  /** Behind the last line of the tune. */
  end: number;
  /** What the server says when it understands the same. */
  understood: string[];
}

const SPACE = "\\s\\x1c-\\x1f\\x85";
const NOTE = "(\\^\\^|\\^|__|_|=)?([A-Ga-g])([,']{0,8})";
const LENGTH = "(\\d{0,3})(/{0,4})(\\d{0,3})";
const TOKEN = {
  space: new RegExp(`(?:[${SPACE}\`\\\\~.yh-wH-W]+|%.*)`, "y"),
  skip: /(?:"[^"]*"|![^!]*!|\+[a-z]+\+|\{[^}]*\})/y,
  inline: /\[[A-Za-z]:[^\]]*\]/y,
  bar: /(?::*\|+[:\]|]*[0-9]?|\[\||::|:\||:*\]|\[[0-9])/y,
  tuplet: /\(([2-9])(?::[0-9]*){0,2}/y,
  slur: /[()]/y,
  chord: new RegExp(`\\[([^\\]]{0,200})\\]${LENGTH}`, "y"),
  rest: new RegExp(`[zx]${LENGTH}`, "y"),
  whole: /Z(\d{0,3})/y,
  note: new RegExp(`${NOTE}${LENGTH}`, "y"),
  tie: /-/y,
  broken: /[<>]{1,3}/y,
};
const ONE = new RegExp(`${NOTE}${LENGTH}-?[${SPACE}]*`, "y");
const FIELDS = "IKLMNPQRTUVWXmrsw";
const SHIFTS: Record<string, number> = { "^^": 2, "^": 1, "=": 0, _: -1, __: -2 };
const LETTERS = "CDEFGAB";
const TUPLETS: Record<number, number> = { 2: 3, 3: 2, 4: 3, 5: 2, 6: 2, 7: 2, 8: 3, 9: 2 };
const MODES: Record<string, number> = { "": 0, maj: 0, ion: 0, m: -3, min: -3, aeo: -3, dor: -2, phr: -4, lyd: 1, mix: -1, loc: -5 };
const SHARPS = [3, 0, 4, 1, 5, 2, 6]; // F C G D A E B
const MOST = 5000;

const divisor = (one: number, other: number): number => (other === 0 ? Math.abs(one) : divisor(other, one % other));
export const fraction = (over: number, under: number): Length => {
  const by = divisor(over, under) || 1;
  return [over / by, under / by];
};
export const times = (one: Length, other: Length): Length => fraction(one[0] * other[0], one[1] * other[1]);
export const plus = (one: Length, other: Length): Length => fraction(one[0] * other[1] + other[0] * one[1], one[1] * other[1]);
export const sizeOf = (length: Length): number => length[0] / length[1];
const told = (length: Length): string => (length[1] === 1 ? String(length[0]) : `${length[0]}/${length[1]}`);

export const named = (pitch: Pitch): string => `${LETTERS[pitch.letter] ?? ""}${pitch.shift < 0 ? "b".repeat(-pitch.shift) : "#".repeat(pitch.shift)}${pitch.octave}`;
/** What the signature makes of a letter. */
export const signedIn = (fifths: number, letter: number): number => (fifths > 0 ? Number(SHARPS.indexOf(letter) < fifths) : -Number(SHARPS.indexOf(letter) >= 7 + fifths));
export const heightOf = (pitch: Pitch): number => pitch.octave * 7 + pitch.letter;
export const keyNumber = (pitch: Pitch): number => 12 * (pitch.octave + 1) + ([0, 2, 4, 5, 7, 9, 11][pitch.letter] ?? 0) + pitch.shift;
const strip = (text: string): string => text.replace(new RegExp(`^[${SPACE}]+|[${SPACE}]+$`, "g"), "");

interface Event {
  mark: number;
  bar: number;
  start: Length;
  duration: Length;
  voices: string;
}

class Staff {
  events: Event[] = [];
  clef = "";
  now: Length = [0, 1];
  bar = 1;
  barStart: Length = [0, 1];
  accidentals = new Map<number, number>();
  tied = false;
  factor: Length = [1, 1];
  grouped = 0;
  pending: Length | null = null;
  last: Sign | null = null;
  begin: number | null = null;
  group: number | null = null;
  constructor(
    readonly name: string,
    readonly number: number,
  ) {}
}

class Reader {
  fifths = 0;
  first: number | null = null;
  meter: [number, number] = [4, 4];
  unit: Length | null = null;
  staves = new Map<string, Staff>();
  clefs = new Map<string, string>();
  clef = "treble";
  current = "";
  signs: Sign[] = [];
  fields: Field[] = [];
  bars: { from: number; to: number; voice: number }[] = [];
  line = 1;
  private inside = false;

  wrong(): NotDrawn {
    return new NotDrawn("misread", this.line);
  }

  staff(): Staff {
    let found = this.staves.get(this.current);
    if (!found) {
      if (this.staves.size >= 16) throw this.wrong();
      found = new Staff(this.current, this.staves.size);
      this.staves.set(this.current, found);
    }
    return found;
  }

  get length(): Length {
    return this.unit ?? (this.meter[0] / this.meter[1] < 0.75 ? [1, 16] : [1, 8]);
  }

  header(letter: string, raw: string, from: number, to: number): void {
    this.fields.push({ letter, from, to, value: raw });
    const value = strip(raw.split("%")[0] ?? "");
    if (letter === "M") {
      const found = /^(\d{1,2})\/(1|2|4|8|16|32|64)$/.exec({ C: "4/4", "C|": "2/2", none: "4/4", "": "4/4" }[value] ?? value);
      if (!found || Number(found[1]) === 0) throw this.wrong();
      this.meter = [Number(found[1]), Number(found[2])];
    } else if (letter === "L") {
      const found = /^(\d{1,2})(?:\/(\d{1,3}))?$/.exec(value);
      if (!found || !Number(found[1]) || !Number(found[2] ?? 1)) throw this.wrong();
      this.unit = fraction(Number(found[1]), Number(found[2] ?? 1));
    } else if (letter === "V") {
      const [name = "1", ...rest] = value ? value.split(new RegExp(`[${SPACE}]+`)) : [];
      this.current = [...name].slice(0, 20).join("");
      const clef = clefIn(rest.join(" "));
      if (clef) {
        this.clefs.set(this.current, clef);
        const known = this.staves.get(this.current);
        if (known) known.clef = clef;
      }
      if (this.inside) this.staff().begin ??= to + 1;
      else this.staff();
    } else if (letter === "K") {
      this.clef = clefIn(value) || this.clef;
      const found = this.key(value);
      if (found !== null) {
        this.fifths = found;
        this.first ??= found;
      }
    }
  }

  private key(value: string): number | null {
    const text = strip(value.replace(/\bclef=\S+|\b(?:treble|bass|alto|tenor)\b.*/g, ""));
    if (!text) return null;
    if (text.toLowerCase() === "none") return 0;
    const found = /^([A-G])([#b]?)\s*([A-Za-z]*)/.exec(text);
    const mode = found ? MODES[found[3] === "m" ? "m" : (found[3] ?? "").toLowerCase().slice(0, 3)] : undefined;
    if (!found || mode === undefined) throw this.wrong();
    const fifths = SHARPS.indexOf(LETTERS.indexOf(found[1] ?? "")) - 1 + (found[2] === "#" ? 7 : found[2] === "b" ? -7 : 0) + mode;
    if (Math.abs(fifths) > 7) throw this.wrong();
    return fifths;
  }

  music(text: string, base: number): void {
    let at = 0;
    const match = (token: RegExp): RegExpExecArray | null => {
      token.lastIndex = at;
      return token.exec(text);
    };
    while (at < text.length) {
      const kind = (Object.keys(TOKEN) as (keyof typeof TOKEN)[]).find((each) => match(TOKEN[each])?.[0]);
      const found = kind && match(TOKEN[kind]);
      if (!kind || !found) throw this.wrong();
      const from = base + at;
      at += found[0].length;
      const to = base + at;
      if (kind === "inline") {
        this.inside = true;
        this.header(found[0].charAt(1), found[0].slice(3, -1), from + 3, to - 1);
        this.inside = false;
      }
      else if (kind === "bar") this.barLine(found[0], from, to);
      else if (kind === "tuplet") {
        const [staff, size] = [this.staff(), Number(found[1])];
        [staff.factor, staff.grouped, staff.group] = [fraction(TUPLETS[size] ?? 1, size), size, from];
      } else if (kind === "tie") {
        const staff = this.staff();
        staff.tied = true;
        if (staff.last && staff.last.tie === null) staff.last.tie = from;
      } else if (kind === "broken") this.breaks(found[0]);
      else if (kind === "note") {
        const tone = this.tone(found, from);
        this.put([tone], this.lasts(found, 4), from, to, tone.to);
      } else if (kind === "chord") this.chord(found, from, to);
      else if (kind === "rest") this.put([], this.lasts(found, 1), from, to, from + 1);
      else if (kind === "whole") {
        const bars = Number(found[1] || 1);
        this.put([], times(fraction(this.meter[0] * bars, this.meter[1]), [this.length[1], this.length[0]]), from, to, null);
      }
    }
  }

  private barLine(text: string, from: number, to: number): void {
    const staff = this.staff();
    staff.accidentals.clear();
    this.bars.push({ from, to, voice: staff.number });
    if (text.includes("|") && sizeOf(staff.now) > sizeOf(staff.barStart)) {
      staff.bar += 1;
      staff.barStart = staff.now;
    }
  }

  private breaks(text: string): void {
    const staff = this.staff();
    const event = staff.events.at(-1);
    if (!event) throw this.wrong();
    const short = fraction(1, 2 ** text.length);
    const first: Length = text[0] === ">" ? plus([2, 1], [-short[0], short[1]]) : short;
    event.duration = times(event.duration, first);
    staff.now = plus(event.start, event.duration);
    staff.pending = plus([2, 1], [-first[0], first[1]]);
    if (staff.last) {
      staff.last.bound = true;
      staff.last.holds = Math.max(1, staff.last.holds);
      staff.last.duration = times(staff.last.duration, first);
    }
  }

  private lasts(found: RegExpExecArray, at: number): Length {
    const [over, slashes, under] = [found[at] ?? "", found[at + 1] ?? "", found[at + 2] ?? ""];
    const by = under && slashes ? Number(under) : 2 ** slashes.length;
    if ((under && !slashes) || by === 0 || by > 256 || (over && Number(over) === 0)) throw this.wrong();
    return fraction(Number(over || 1), by);
  }

  private tone(found: RegExpExecArray, from: number): Tone {
    const staff = this.staff();
    const [sign, written, marks] = [found[1], found[2] ?? "", found[3] ?? ""];
    const letter = LETTERS.indexOf(written.toUpperCase());
    const up = written === written.toLowerCase() ? 1 : 0;
    const octave = 4 + up + marks.split("'").length - marks.split(",").length;
    if (octave < -1 || octave > 9) throw this.wrong();
    if (sign) staff.accidentals.set(letter, SHIFTS[sign] ?? 0);
    const shift = staff.accidentals.get(letter) ?? signedIn(this.fifths, letter);
    return { letter, octave, shift, from, to: from + (sign ?? "").length + 1 + marks.length, signed: !!sign };
  }

  private chord(found: RegExpExecArray, from: number, to: number): void {
    const inside = found[1] ?? "";
    const tones: Tone[] = [];
    let [at, length, ties] = [0, null as Length | null, 0];
    while (at < inside.length) {
      ONE.lastIndex = at;
      const one = ONE.exec(inside);
      if (!one) throw this.wrong();
      tones.push(this.tone(one, from + 1 + at));
      length ??= this.lasts(one, 4);
      if (one[0].includes("-")) ties += 1;
      at += one[0].length;
    }
    if (!tones.length) throw this.wrong();
    const inner = length ?? [1, 1];
    this.put(tones, times(inner, this.lasts(found, 2)), from, to, from + 2 + inside.length, inner);
    this.staff().tied = ties === tones.length;
  }

  /** `written` is where the length stands; null where it has none that can be changed. */
  private put(tones: Tone[], lasts: Length, from: number, to: number, written: number | null, inner: Length = [1, 1]): void {
    const staff = this.staff();
    let base = this.length;
    const scale = (by: Length): void => {
      base = times(base, by);
    };
    const bound = staff.grouped > 0 || staff.pending !== null || written === null;
    if (staff.grouped) {
      scale(staff.factor);
      staff.grouped -= 1;
    }
    if (staff.pending) {
      scale(staff.pending);
      staff.pending = null;
    }
    const [duration, unit] = [times(base, lasts), times(base, inner)];
    if (!(duration[0] > 0) || sizeOf(duration) > 64) throw this.wrong();
    if (this.signs.length >= MOST) throw this.wrong();
    if (!staff.clef) staff.clef = this.clefs.get(staff.name) ?? this.clef;
    const [mark, event] = [this.signs.length, staff.events.at(-1)];
    const voices = tones.map(named).join(" ");
    let head = mark;
    if (staff.tied && event && event.voices === voices) {
      event.duration = plus(event.duration, duration);
      head = event.mark;
    } else staff.events.push({ mark, bar: staff.bar, start: staff.now, duration, voices });
    const sign: Sign = { mark, voice: staff.number, bar: staff.bar, from, to, length: [written ?? to, to], tones, start: staff.now, duration, unit, base, bound, holds: staff.grouped, lead: staff.group ?? from, head, tie: null, fifths: this.fifths };
    this.signs.push(sign);
    staff.last = sign;
    staff.tied = false;
    staff.group = null;
    staff.now = plus(staff.now, duration);
  }
}

const clefIn = (text: string): string => /(?:clef=)?\b(treble|bass|alto|tenor)\b/.exec(text)?.[1] ?? "";

export const readTune = (text: string): Tune => {
  const reader = new Reader();
  let [body, end] = [false, 0];
  linesOf(text).some((line, at) => {
    reader.line = at + 1;
    if (line.text.startsWith("%")) return false;
    if (body && !strip(line.text)) return true;
    const found = /^([A-Za-z]):(.*)/.exec(line.text);
    const letter = found?.[1] ?? "";
    if (found && (!body || FIELDS.includes(letter))) {
      if ("wWs".includes(letter)) return false;
      if (letter === "X" && body) return true;
      end = line.to;
      reader.header(letter, found[2] ?? "", line.from + 2, line.to);
      body = body || letter === "K";
    } else if (strip(line.text)) {
      body = true;
      end = line.to;
      reader.music(line.text, line.from);
    }
    return false;
  });
  if (!reader.staves.size) reader.staff();
  const staves = [...reader.staves.values()];
  const understood = staves.flatMap((staff) => staff.events.map((each) => `${each.mark}:${staff.number}:${each.bar}:${told(each.start)}:${told(each.duration)}:${each.voices}`));
  return {
    signs: reader.signs,
    staves: staves.map((staff) => ({ name: staff.name, clef: staff.clef || (reader.clefs.get(staff.name) ?? reader.clef), begin: staff.begin })),
    fields: reader.fields,
    bars: reader.bars,
    fifths: reader.first ?? 0,
    meter: reader.meter,
    length: reader.length,
    end,
    understood,
  };
};
