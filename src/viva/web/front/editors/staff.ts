// <viva-staff> above a <viva-code>: the notes of an ABC text, engraved by the server as in reports. The text is what is
// kept; whatever is done here changes the text, by what `notes/abc.ts` reads of it, and never where the server reads it
// otherwise. One history of changes for both.
import type { VivaCode } from "./code";
import { type Length, type Tune, heightOf, keyNumber, readTune, sizeOf } from "./notes/abc";
import { hearing, signsAt } from "./notes/hearing";
import { pianoOf } from "./notes/piano";
import { Engraved, type Spot } from "./notes/score";
import { Player, type Sound, schedule } from "./notes/sound";
import { barOf, striking } from "./notes/strokes";
import { touching } from "./notes/touching";
import { type Changed, type Wanted, addTone, addVoice, chainOf, inVoice, insert, nearest, remove, setClef, setKey, setLength, setMeter, setPitch, spelled, toggleBar, toggleTie } from "./notes/tune";
import { NotDrawn } from "./notations/model";
import { Server } from "./server";

const PLAIN = "X:1\nM:4/4\nL:1/4\nK:C\n";
const MOST = 400;
const WAIT = 20;
const LATER = 3000;
const EMPTY: Tune = readTune(PLAIN);
const BEATS_A_MINUTE = 84;

export class VivaStaff extends HTMLElement {
  /** For laws that go over many texts. */
  static readonly laws = { readTune, insert, setPitch, addTone, remove, setLength, toggleBar, toggleTie, setKey, setMeter, setClef, addVoice, schedule };
  tune: Tune = EMPTY;
  voice = 0;
  /** The sign the cursor is at; null before the first of its voice. */
  at: number | null = null;
  tone = 0;
  length: Length | null = null;
  readonly score = new Engraved();
  readonly player = new Player();
  private texts: Record<string, string> = {};
  private code!: VivaCode;
  private server!: Server;
  private status = document.createElement("p");
  private problem = document.createElement("p");
  private against: string | null = "";
  /** What an empty answer begins as, once the server has said so. */
  private begin: string | null = null;
  /** The text that the picture is of. */
  private shown: string | null = null;
  private timer = 0;

  connectedCallback(): void {
    if (!customElements.get("viva-code")) {
      // The two are loaded side by side, and this one speaks with the other.
      void customElements.whenDefined("viva-code").then(() => this.isConnected && this.connectedCallback());
      return;
    }
    const form = this.closest("form");
    const code = form?.querySelector<VivaCode>("viva-code");
    if (!form || !code || this.code) return;
    this.code = code;
    this.server = new Server(form);
    this.texts = JSON.parse(this.dataset["texts"] ?? "{}");
    const { holder } = this.score;
    holder.tabIndex = 0;
    holder.setAttribute("role", "application");
    holder.setAttribute("aria-label", this.say("title"));
    this.status.setAttribute("role", "status");
    this.status.className = this.problem.className = "notes";
    this.problem.setAttribute("role", "alert");
    const keys = document.createElement("p");
    keys.className = "notes";
    keys.id = "staff-keys";
    keys.textContent = this.say("keys");
    holder.setAttribute("aria-describedby", keys.id);
    this.append(
      barOf(this),
      holder,
      this.status,
      this.problem,
      pianoOf(this.say("piano"), (key) => this.nameOf(spelled(key, this.tune.fifths)), (key) => this.write(spelled(key, this.fifths)), this.say("lower"), this.say("higher")),
      keys,
    );
    striking(this, holder);
    touching(this, holder);
    code.addEventListener("viva:text", () => this.follow());
    const start = (): void => {
      this.follow();
      const list = hearing(this, code.findings);
      if (list) this.append(list);
    };
    if (code.hasAttribute("ready")) start();
    else code.addEventListener("viva:ready", start);
  }

  disconnectedCallback(): void {
    this.player.stop();
    clearTimeout(this.timer);
  }

  say = (key: string, slots: Record<string, string> = {}): string => (this.texts[key] ?? key).replace(/\{(\w+)\}/g, (_, name: string) => slots[name] ?? "");

  tell(key: string, slots: Record<string, string> = {}): void {
    this.status.textContent = this.say(key, slots);
  }

  get text(): string {
    const { text } = this.code;
    return text.trim() === "" ? (this.begin ?? PLAIN) : text;
  }

  /** Of the place where something is written next. */
  get fifths(): number {
    return (this.at === null ? undefined : this.tune.signs[this.at])?.fifths ?? this.tune.fifths;
  }

  /** The text has changed: it is read here at once, and engraved by the server as soon as it can. */
  private follow(): void {
    this.player.stop();
    clearTimeout(this.timer);
    this.removeAttribute("drawn");
    try {
      this.tune = this.read(this.text);
      this.against = null;
      this.problem.textContent = "";
    } catch (problem) {
      if (!(problem instanceof NotDrawn)) throw problem;
      this.against = problem.key;
      this.problem.textContent = problem.line === null ? this.say(`not_${problem.key}`) : this.say(`not_${problem.key}_line`, { line: String(problem.line) });
      return;
    }
    this.voice = Math.min(this.voice, this.tune.staves.length - 1);
    if (this.at !== null && !this.tune.signs[this.at]) this.at = null;
    this.dispatchEvent(new Event("viva:tune"));
    this.mark();
    this.timer = window.setTimeout(() => void this.engrave(), WAIT);
  }

  private read(text: string): Tune {
    if (!/^K:/m.test(text) || text.trimStart().startsWith("<")) throw new NotDrawn("other_file");
    const tune = readTune(text);
    if (tune.signs.length > MOST) throw new NotDrawn("too_many");
    return tune;
  }

  private async engrave(): Promise<void> {
    const asked = this.code.text;
    const found = await this.server.engrave(asked.trim() === "" ? "" : asked);
    if (!this.isConnected || this.code.text !== asked) return; // an answer to a text that is no more
    if (!found) {
      this.tell("away");
      this.timer = window.setTimeout(() => void this.engrave(), LATER);
      return;
    }
    if (found.problem !== undefined) {
      this.against = "misread";
      this.problem.textContent = found.line ? this.say("not_misread_line", { line: String(found.line) }) : found.problem;
      return;
    }
    if (asked.trim() === "" && this.begin !== found.text) {
      this.begin = found.text;
      this.tune = this.read(this.text);
      this.dispatchEvent(new Event("viva:tune"));
    }
    if (found.text !== this.text || found.notes.join("\n") !== this.tune.understood.join("\n")) {
      this.against = "otherwise";
      this.problem.textContent = this.say("not_otherwise");
      return;
    }
    if (this.score.show(found.svg)) this.shown = asked;
    this.mark();
    this.toggleAttribute("drawn", true);
  }

  /** Whether the picture is of the text as it is now: otherwise a place in it means nothing. */
  get isCurrent(): boolean {
    return this.against === null && this.shown === this.code.text && this.hasAttribute("drawn");
  }

  /** One change of the text, and one step that can be taken back. */
  change(make: (text: string) => Changed | null, told?: string, slots: Record<string, string> = {}): boolean {
    if (this.against !== null) {
      this.tell("cannot");
      return false;
    }
    const done = make(this.text);
    if (!done) {
      this.tell("cannot");
      return false;
    }
    const after = done.text;
    if (done.mark !== null) this.at = readTune(after).signs[done.mark]?.head ?? done.mark;
    this.code.rewrite(after);
    this.mark();
    if (told) this.tell(told, slots);
    else this.tellCurrent();
    return true;
  }

  // What can be done, by the mouse, by keys, and by the piano.

  /** A note behind the cursor, or a rest; it sounds when it is there. */
  write(pitch: Wanted | null): void {
    const duration = this.duration;
    if (this.change((text) => insert(text, this.voice, this.at, pitch, duration)) && pitch) this.sound();
  }

  letter(letter: number, intoChord: boolean): void {
    const tones = this.at === null ? [] : (this.tune.signs[this.at]?.tones ?? []);
    const { clef } = this.tune.staves[this.voice] ?? { clef: "treble" };
    const usual = clef === "bass" ? { letter: 1, octave: 3 } : clef === "tenor" || clef === "alto" ? { letter: 0, octave: 4 } : { letter: 6, octave: 4 };
    const before = tones[this.tone] ?? tones[0] ?? [...inVoice(this.tune, this.voice)].reverse().find((sign) => sign.mark <= (this.at ?? -1) && sign.tones.length)?.tones[0] ?? usual;
    const pitch = nearest(letter, before);
    if (!intoChord || this.at === null) return this.write(pitch);
    const top = tones.reduce((highest, tone) => Math.max(highest, heightOf(tone)), -Infinity);
    if (heightOf({ ...pitch, shift: 0 }) <= top) pitch.octave += 1;
    this.intoChord(pitch);
  }

  intoChord(pitch: Wanted): void {
    const { at } = this;
    if (at === null) return this.write(pitch);
    const count = this.tune.signs[at]?.tones.length ?? 0;
    if (this.change((text) => addTone(text, at, pitch))) {
      this.tone = count;
      this.mark();
      this.sound();
    }
  }

  /** Steps on the staff; as the place reads, without an accidental of its own. */
  step(by: number): void {
    const tone = this.chosen;
    if (!tone || this.at === null) return this.tell("choose");
    const height = heightOf(tone) + by;
    const letter = ((height % 7) + 7) % 7;
    this.pitch({ letter, octave: Math.floor(height / 7), shift: by % 7 === 0 ? tone.shift : null });
  }

  bend(by: number): void {
    const tone = this.chosen;
    if (!tone) return this.tell("choose");
    this.pitch({ letter: tone.letter, octave: tone.octave, shift: by === 0 ? 0 : tone.shift + by });
  }

  private pitch(pitch: Wanted): void {
    const { at } = this;
    if (at !== null && this.change((text) => setPitch(text, at, this.tone, pitch))) this.sound();
  }

  setLength(duration: Length): void {
    this.length = duration;
    const { at } = this;
    this.dispatchEvent(new Event("viva:tune"));
    if (at !== null) this.change((text) => setLength(text, at, duration));
  }

  get duration(): Length {
    const sign = this.at === null ? this.tune.signs.find((each) => !each.bound) : this.tune.signs[this.at];
    return this.length ?? (sign && !sign.bound ? chainOf(this.tune, sign.mark)[0]?.duration : undefined) ?? this.tune.length;
  }

  bar(): void {
    const { at } = this;
    if (at === null) this.tell("choose");
    else this.change((text) => toggleBar(text, at), "bar");
  }

  tie(): void {
    const { at } = this;
    if (at === null) this.tell("choose");
    else this.change((text) => toggleTie(text, at));
  }

  remove(): void {
    const { at } = this;
    if (at === null) return this.tell("choose");
    const ofChord = (this.tune.signs[at]?.tones.length ?? 0) > 1;
    let left: number | null = at;
    const cut = (text: string): Changed | null => {
      const done = remove(text, at, ofChord ? this.tone : null);
      if (done) left = done.mark;
      return done;
    };
    if (this.change(cut, "removed") && left === null) this.at = null;
    this.tone = 0;
    this.mark();
  }

  key(name: string): void {
    this.change((text) => setKey(text, name), "key", { name });
  }

  meter(name: string): void {
    this.change((text) => setMeter(text, name), "meter", { name });
  }

  clef(name: string): void {
    this.change((text) => setClef(text, this.voice, name), "clef", { name: this.say(`clef_${name}`) });
  }

  newVoice(): void {
    const number = this.tune.staves.length;
    if (!this.change((text) => addVoice(text, "treble"), "voice_added")) return;
    this.choose(number, null);
  }

  undo(): void {
    this.tell(this.code.undo() ? "undone" : "nothing");
  }

  redo(): void {
    this.tell(this.code.redo() ? "redone" : "nothing");
  }

  // Where one is.

  choose(voice: number, at: number | null, tone = 0): void {
    [this.voice, this.at, this.tone] = [voice, at, tone];
    this.length = null;
    this.dispatchEvent(new Event("viva:tune"));
    this.mark();
    this.tellCurrent();
  }

  walk(by: number): void {
    const signs = inVoice(this.tune, this.voice).filter((sign) => sign.head === sign.mark);
    const now = signs.findIndex((sign) => sign.mark === this.at);
    const next = Math.min(signs.length - 1, Math.max(-1, now + by));
    this.choose(this.voice, next < 0 ? null : (signs[next]?.mark ?? null));
    this.sound();
  }

  /** To the note of another voice that sounds at the same time. */
  other(by: number): void {
    const count = this.tune.staves.length;
    const voice = (this.voice + by + count) % count;
    const now = this.at === null ? -1 : sizeOf(this.tune.signs[this.at]?.start ?? [0, 1]);
    const there = inVoice(this.tune, voice).filter((sign) => sign.head === sign.mark && sizeOf(sign.start) <= now).at(-1);
    this.choose(voice, there?.mark ?? null);
  }

  inChord(by: number): void {
    const count = (this.at === null ? undefined : this.tune.signs[this.at])?.tones.length ?? 0;
    if (count) this.choose(this.voice, this.at, (this.tone + by + count) % count);
  }

  get chosen(): Tune["signs"][number]["tones"][number] | undefined {
    return this.at === null ? undefined : this.tune.signs[this.at]?.tones[this.tone];
  }

  /** A click on free ground: a note there. */
  put(spot: Spot): void {
    const own = inVoice(this.tune, spot.voice).filter((sign) => sign.head === sign.mark);
    const before = spot.after ?? own.filter((sign) => sign.bar < spot.bar).at(-1)?.mark ?? null;
    const first = own.find((sign) => sign.bar === spot.bar);
    this.voice = spot.voice;
    // At the beginning of a bar there is no sign to stand behind; behind the last one of the bar before would be too early.
    if (spot.after === null && first && spot.bar > 1) return this.putBefore(first.mark, spot);
    [this.at, this.tone] = [before, 0];
    this.write({ letter: ((spot.height % 7) + 7) % 7, octave: Math.floor(spot.height / 7), shift: null });
  }

  private putBefore(mark: number, spot: Spot): void {
    this.at = mark;
    const pitch: Wanted = { letter: ((spot.height % 7) + 7) % 7, octave: Math.floor(spot.height / 7), shift: null };
    const duration = this.duration;
    if (this.change((text) => insert(text, spot.voice, mark, pitch, duration, true))) this.sound();
  }

  mark(): void {
    if (this.shown !== this.code.text) return;
    this.score.mark("chosen", this.at === null ? [] : this.score.parts(this.at, this.tone));
    const wrong = this.code.findings.filter((each) => each.bar !== undefined);
    this.score.mark("wrong", wrong.flatMap((each) => signsAt(this, each).flatMap((sign) => this.score.parts(sign.head))));
  }

  nameOf(pitch: { letter: number; octave: number; shift: number }): string {
    const letters = this.say("letters").split(" ");
    if (letters[6] === "H" && pitch.letter === 6 && pitch.shift < 0) return `B${"♭".repeat(-pitch.shift - 1)}${pitch.octave}`; // as Germans say
    return `${letters[pitch.letter] ?? ""}${pitch.shift < 0 ? "♭".repeat(-pitch.shift) : "♯".repeat(pitch.shift)}${pitch.octave}`;
  }

  tellCurrent(): void {
    const sign = this.at === null ? undefined : this.tune.signs[this.at];
    const voice = this.tune.staves[this.voice]?.name || String(this.voice + 1);
    if (!sign) return this.tell("before_first", { voice });
    const total = chainOf(this.tune, sign.mark).reduce((sum, each) => sum + sizeOf(each.duration), 0);
    const known = [1, 2, 4, 8, 16].find((under) => total === 1 / under || total === 1.5 / under);
    const length = known === undefined ? String(Math.round(total * 1000) / 1000) : this.say(`length_${known}`) + (total === 1.5 / known ? this.say("dotted") : "");
    const notes = sign.tones.map((tone) => this.nameOf(tone)).join(" ");
    const chosen = sign.tones.length > 1 && this.chosen ? this.say("of_chord", { note: this.nameOf(this.chosen) }) : "";
    this.tell("current", { notes: (notes || this.say("rest")) + chosen, length, voice, bar: String(sign.bar) });
  }

  // What sounds.

  private sounds(from: number, to: number): { sounds: Sound[]; marks: number[] } {
    const beat = 60 / BEATS_A_MINUTE;
    const heads = this.tune.signs.filter((sign) => sign.head === sign.mark && sign.tones.length && sizeOf(sign.start) >= from && sizeOf(sign.start) < to);
    heads.sort((one, other) => sizeOf(one.start) - sizeOf(other.start));
    const among = heads.reduce((most, sign) => Math.max(most, sign.tones.length), 1) * this.tune.staves.length;
    const lasting = (mark: number): number => chainOf(this.tune, mark).reduce((sum, each) => sum + sizeOf(each.duration), 0);
    return {
      marks: heads.map((sign) => sign.mark),
      sounds: heads.map((sign) => ({ at: (sizeOf(sign.start) - from) * 4 * beat, lasts: lasting(sign.mark) * 4 * beat, keys: sign.tones.map(keyNumber), among })),
    };
  }

  /** From the cursor on, or from the beginning. */
  play(): void {
    if (this.player.isPlaying) return this.stop();
    const from = this.at === null ? 0 : sizeOf(this.tune.signs[this.at]?.start ?? [0, 1]);
    const { sounds, marks } = this.sounds(from, Infinity);
    if (!sounds.length) return this.tell("silent");
    this.tell("plays");
    this.dataset["playing"] = String(sounds.length);
    this.player.play(sounds, (at) => {
      const mark = at === null ? undefined : marks[at];
      this.score.mark("sounds", mark === undefined ? [] : this.score.parts(mark));
      if (at === null) delete this.dataset["playing"];
    });
  }

  stop(): void {
    this.player.stop();
    this.score.mark("sounds", []);
    delete this.dataset["playing"];
    this.tell("stopped");
  }

  hear(sounds: readonly Sound[]): void {
    this.dataset["heard"] = sounds.flatMap((each) => each.keys).join(" ");
    this.player.play(sounds, () => undefined);
  }

  /** The sign at the cursor alone. */
  private sound(): void {
    const sign = this.at === null ? undefined : this.tune.signs[this.at];
    if (sign?.tones.length && navigator.userActivation?.hasBeenActive) this.player.play([{ at: 0, lasts: 0.4, keys: sign.tones.map(keyNumber), among: sign.tones.length }], () => undefined);
  }
}

customElements.define("viva-staff", VivaStaff);
