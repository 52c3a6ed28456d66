// Asking the server while somebody writes: what was asked before is given up, and where nobody answers nothing is said.
import { isBack, isLost } from "../connection";

export interface Mark {
  text: string;
  line?: number | null;
  column?: number | null;
  endLine?: number | null;
  endColumn?: number | null;
  state?: string;
  source?: string;
  label?: string;
  target?: string;
}

/** What a fix puts in the place of something; nothing is without its names. */
export interface Change {
  before: Partial<Mark>;
  after: Partial<Mark>;
  text?: string;
}

type Place = [number, number];

export interface Sketch {
  round: boolean;
  /** How wide the picture may be before it is turned to go down. */
  room: number;
  /** Text, start, accepting, and the number of the node that it lies in. */
  nodes: [string, boolean, boolean, number | null][];
  edges: [number, number, string][];
}

/** Of each node its middle, its size, and the middle of its title where others lie in it; of each edge its line and the
 * middle of its label. */
export interface Layout {
  isDown: boolean;
  nodes: [Place, Place, Place | null][];
  edges: [Place[], Place | null][];
}

/** Notes as they are engraved, of which text, and how each was understood; or what stands against it. */
export interface Engraving {
  svg: string;
  text: string;
  notes: string[];
  problem?: string;
  line?: number | null;
}

export class Server {
  private under = new Map<string, AbortController>();
  private until = 0;

  constructor(private readonly form: HTMLFormElement) {}

  /** `page` is what students read, where an author writes it. */
  proofread = (text: string): Promise<{ marks?: Mark[]; page?: string | null } | null> => this.ask("proofread", { text });

  /** Null where it is too large; undefined where nobody answered. */
  layout = async (graph: Sketch): Promise<Layout | null | undefined> => (await this.ask("layout", { graph: JSON.stringify(graph) }))?.layout;

  engrave = async (text: string): Promise<Engraving | null> => (await this.ask("engrave", { text }))?.staves ?? null;

  private async ask(what: string, fields: Record<string, string>): Promise<{ marks?: Mark[]; page?: string | null; layout?: Layout | null; staves?: Engraving } | null> {
    this.under.get(what)?.abort();
    if (Date.now() < this.until) return null;
    const stop = new AbortController();
    this.under.set(what, stop);
    const body = new FormData();
    const hidden = (name: string): string => this.form.querySelector<HTMLInputElement>(`input[name=${name}]`)?.value ?? "";
    const about = { token: hidden("token"), ending: hidden("ending"), spot: this.form.dataset["spot"] ?? "" };
    for (const [name, value] of Object.entries({ ...about, ...fields })) body.set(name, value);
    try {
      const answer = await fetch(`${this.form.dataset["editing"] ?? ""}/${what}`, { method: "POST", body, signal: stop.signal });
      isBack();
      if (answer.status === 429) this.until = Date.now() + 1000 * Number(answer.headers.get("retry-after") ?? 5);
      return answer.ok ? await answer.json() : null;
    } catch {
      if (!stop.signal.aborted) isLost();
      return null; // given up, or no connection: what is written stays, and the next change asks again
    }
  }
}
