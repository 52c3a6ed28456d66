// What a picture shows of the last report, and of a run that the server went through: as long as the picture means what the
// answer did that these are about.
import type { VivaCode } from "./code";
import type { Finding } from "./findings";
import type { Walked } from "./frames";
import { notationOf } from "./notations";
import { type Model, NotDrawn } from "./notations/model";
import { type Moment, momentOf } from "./running";

/** Equal for texts that are the same picture, wherever its parts lie. */
const meaningOf = (model: Model): string => JSON.stringify(model, (key, value: unknown) => (key === "line" ? undefined : value));

export class Reported {
  private last: { text: string; model: Model | null } | null = null;
  private step: { of: string; moment: Moment } | null = null;

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
  }

  about(model: Model): Finding[] {
    return this.model && meaningOf(this.model) === meaningOf(model) ? this.code.reported : [];
  }

  /** Another step; whether it is one of this model. */
  walk({ now, ran }: Walked, model: Model): boolean {
    const walked = ran === null ? this.model : this.read(ran);
    this.step = walked && { of: meaningOf(walked), moment: momentOf(walked, now) };
    return this.step?.of === meaningOf(model);
  }

  momentIn(model: Model): Moment | undefined {
    return this.step?.of === meaningOf(model) ? this.step.moment : undefined;
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
