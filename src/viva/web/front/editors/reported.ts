// What a picture shows of the last report, and of a run that the server went through: as long as the text is the one that
// these are about, wherever the parts of the picture lie.
import type { VivaCode } from "./code";
import type { Finding } from "./findings";
import type { Walked } from "./frames";
import { notationOf } from "./notations";
import { type Model, NotDrawn, type Places } from "./notations/model";
import { type Moment, momentOf } from "./running";

export class Reported {
  private last: { text: string; model: Model | null } | null = null;
  private step: { of: string; moment: Moment } | null = null;
  /** The text that was looked at last, with its parts in no places. */
  private bare = { text: "", without: "" };

  constructor(
    private readonly code: VivaCode,
    private readonly notation: string,
  ) {}

  /** The answer that the last report is about; null where it is no picture. */
  get model(): Model | null {
    const text = this.code.area.defaultValue;
    if (this.last?.text !== text) this.last = { text, model: this.read(text) };
    return this.last.model;
  }

  /** What reads texts has changed. */
  forget(): void {
    this.last = null;
    this.bare = { text: "", without: "" };
  }

  about(text: string): Finding[] {
    const last = this.code.area.defaultValue;
    return this.model && this.placeless(last) === this.placeless(text) ? this.code.reported : [];
  }

  /** Another step; whether it is one of this text. */
  walk({ now, ran }: Walked, text: string): boolean {
    const of = ran ?? this.code.area.defaultValue;
    const model = ran === null ? this.model : this.read(ran);
    this.step = model && { of: this.placeless(of), moment: momentOf(model, now) };
    return this.step?.of === this.placeless(text);
  }

  momentIn(text: string): Moment | undefined {
    return this.step?.of === this.placeless(text) ? this.step.moment : undefined;
  }

  private placeless(text: string): string {
    if (this.bare.text === text) return this.bare.without;
    const model = this.read(text);
    const places: Places = new Map(model?.states.map((state) => [state.name, [0, 0]]));
    this.bare = { text, without: model ? notationOf(this.notation, text).setPlaces(text, places) : text };
    return this.bare.without;
  }

  private read(text: string): Model | null {
    try {
      return notationOf(this.notation, text).read(text);
    } catch (problem) {
      if (!(problem instanceof NotDrawn)) throw problem;
      return null;
    }
  }
}
