// What happens in time, step by step. The page has a list of sentences, each with the parts of the pictures that are seen
// then; this shows one of them at a time. It takes the list from an address or from a form, where the page has none yet.

const PAUSES = [4000, 2000, 1000, 500, 250];
const USUAL = 2;

/** `0-3,7;2`: for each picture the numbers of what is seen. */
const numbers = (written: string): Set<number>[] =>
  written.split(";").map((picture) => {
    const found = new Set<number>();
    for (const run of picture.split(",").filter(Boolean)) {
      const [first = "0", last = first] = run.split("-");
      for (let at = Number(first); at <= Number(last); at++) found.add(at);
    }
    return found;
  });

/** Moves a wide picture to what has just come. */
const reveal = (part: Element): void => {
  const pane = part.closest(".panes > div");
  const [seen, own] = [pane?.getBoundingClientRect(), part.getBoundingClientRect()];
  if (!pane || !seen || (own.left >= seen.left && own.right <= seen.right)) return;
  pane.scrollBy(own.left + own.width / 2 - seen.left - seen.width / 2, 0);
};

const button = (text: string, sign: string, act: () => void): HTMLButtonElement => {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = sign;
  made.title = text;
  made.setAttribute("aria-label", text);
  made.addEventListener("click", act);
  return made;
};

/** What the server says of a step of a run: where a model or a program is, and what it has taken. */
export interface Stepped {
  kind: string;
  name?: string;
  source?: string;
  target?: string;
  label?: string;
  line?: number | null;
}

/** A step of the run of a text; without one of the answer that the last report is about. Of a program the lines at which
 * the whole run was, and the others at which something is evaluated. */
export interface Walked {
  now: Stepped[];
  reached: number[];
  missed: number[];
  ran: string | null;
}

export class VivaFrames extends HTMLElement {
  private steps: HTMLLIElement[] = [];
  private shown: Set<number>[][] = [];
  private parts: Element[][] = [];
  private words: Record<string, string> = {};
  private was: Set<number>[] = [];
  private at = 0;
  private timer = 0;
  private readonly slider = document.createElement("input");
  private readonly told = document.createElement("p");
  private readonly count = document.createElement("span");
  private readonly speed = document.createElement("select");
  private play?: HTMLButtonElement;
  private opened = false;
  private ran: string | null = null;

  connectedCallback(): void {
    if (this.opened) return;
    this.opened = true;
    if (this.querySelector("ol.steps")) this.begin();
    else this.querySelector("a")?.addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      void this.fetched((event.currentTarget as HTMLAnchorElement).href);
    });
  }

  disconnectedCallback(): void {
    this.pause();
  }

  /** Puts what an address or a form answers into its place. */
  async fetched(address: string, body?: FormData): Promise<void> {
    this.pause();
    this.ran = body ? String(body.get("text") ?? "") : null;
    const waiting = document.createElement("p");
    waiting.className = "doing";
    waiting.setAttribute("role", "status");
    waiting.textContent = this.dataset["wait"] ?? "";
    const before = Array.from(this.childNodes);
    this.replaceChildren(waiting);
    try {
      const answer = await fetch(address, body ? { method: "POST", body } : {});
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const found = page.querySelector("#steps viva-frames"), problem = page.querySelector("#steps .problem, #steps > p, [role=alert]");
      if (!found && !problem) throw new Error(String(answer.status));
      if (found) {
        this.dataset["words"] = found.getAttribute("data-words") ?? "{}";
        this.dataset["lines"] = found.getAttribute("data-lines") ?? "[[], []]";
        this.className = "frames";
        this.replaceChildren(...found.childNodes);
        if (problem) this.prepend(problem);
        this.begin();
        this.slider.focus();
      } else if (problem) {
        this.replaceChildren(problem);
      }
    } catch {
      waiting.className = "problem";
      waiting.setAttribute("role", "alert");
      waiting.textContent = this.dataset["lost"] ?? "";
      this.replaceChildren(waiting, ...before);
    }
  }

  private begin(): void {
    const list = this.querySelector("ol.steps"), panes = this.querySelector(".panes");
    if (!list || !panes) return;
    this.words = JSON.parse(this.dataset["words"] ?? "{}");
    this.steps = Array.from(list.querySelectorAll("li"));
    this.shown = this.steps.map((each) => numbers(each.dataset["shown"] ?? ""));
    this.parts = Array.from(panes.querySelectorAll("svg"), (svg) => Array.from(svg.querySelectorAll(".part")));
    for (const svg of panes.querySelectorAll<SVGSVGElement>("svg:not(.map)")) {
      // Letters are 14 pixels high, in plots 11, and never shown smaller than 11: a wide picture is moved sideways.
      svg.style.minWidth = `${Math.round(svg.viewBox.baseVal.width * (svg.classList.contains("plot") ? 1 : 0.79))}px`;
    }
    this.at = 0;
    const bar = document.createElement("div");
    bar.className = "player";
    this.play = button(this.say("play"), "▶", () => this.turn());
    bar.append(
      button(this.say("first"), "|←", () => this.go(0)),
      button(this.say("back"), "←", () => this.go(this.at - 1)),
      this.play,
      button(this.say("on"), "→", () => this.go(this.at + 1)),
      button(this.say("last"), "→|", () => this.go(this.steps.length - 1)),
      this.slides(),
      this.count,
      this.speeds(),
    );
    this.told.className = "told";
    this.told.setAttribute("role", "status");
    const all = document.createElement("details"), summary = document.createElement("summary");
    summary.textContent = this.say("all");
    panes.before(bar, this.told);
    list.before(all);
    all.append(summary, list);
    const [, missed] = this.lines;
    if (missed.length) {
      const note = document.createElement("p");
      note.className = "notes";
      note.textContent = this.say("missed").replace("{lines}", missed.join(", "));
      all.before(note);
    }
    list.addEventListener("click", (event) => {
      const step = (event.target as Element).closest("li");
      if (step instanceof HTMLLIElement && this.steps.includes(step)) this.go(this.steps.indexOf(step));
    });
    this.addEventListener("keydown", (event) => this.key(event));
    this.setAttribute("ready", "");
    this.show();
  }

  private slides(): HTMLInputElement {
    this.slider.type = "range";
    this.slider.min = "1";
    this.slider.max = String(this.steps.length);
    this.slider.setAttribute("aria-label", this.say("at"));
    this.slider.addEventListener("input", () => this.go(Number(this.slider.value) - 1));
    return this.slider;
  }

  private speeds(): HTMLLabelElement {
    const label = document.createElement("label");
    this.speed.replaceChildren(...PAUSES.map((pause, at) => new Option(`${1000 / pause} ×`, String(at))));
    // Who wants less motion gets the slowest, and still decides whether anything moves at all.
    this.speed.value = String(matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : USUAL);
    label.append(`${this.say("speed")} `, this.speed);
    return label;
  }

  private get lines(): [number[], number[]] {
    return JSON.parse(this.dataset["lines"] ?? "[[], []]") as [number[], number[]];
  }

  private say(key: string): string {
    return this.words[key] ?? key;
  }

  private key(event: KeyboardEvent): void {
    const within = event.target as Element;
    if (event.ctrlKey || event.metaKey || event.altKey || within === this.speed) return;
    const acts: Record<string, () => void> = {
      ArrowLeft: () => this.go(this.at - 1),
      ArrowRight: () => this.go(this.at + 1),
      Home: () => this.go(0),
      End: () => this.go(this.steps.length - 1),
      "+": () => this.faster(1),
      "-": () => this.faster(-1),
    };
    if (within === this.slider) acts[" "] = acts["Enter"] = () => this.turn();
    const act = acts[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }

  private faster(by: number): void {
    this.speed.value = String(Math.min(PAUSES.length - 1, Math.max(0, Number(this.speed.value) + by)));
  }

  private go(to: number): void {
    this.pause();
    this.at = Math.min(this.steps.length - 1, Math.max(0, to));
    this.show();
  }

  private turn(): void {
    if (this.timer) return this.pause();
    if (this.at === this.steps.length - 1) this.at = -1;
    this.named("pause", "❚❚");
    const next = (): void => {
      this.at += 1;
      this.show();
      if (this.at < this.steps.length - 1) this.timer = window.setTimeout(next, PAUSES[Number(this.speed.value)]);
      else this.pause();
    };
    this.timer = window.setTimeout(next, 0);
  }

  private pause(): void {
    window.clearTimeout(this.timer);
    this.timer = 0;
    this.named("play", "▶");
  }

  private named(key: string, sign: string): void {
    if (!this.play) return;
    this.play.textContent = sign;
    this.play.title = this.say(key);
    this.play.setAttribute("aria-label", this.say(key));
  }

  private show(): void {
    const seen = this.shown[this.at] ?? [];
    this.parts.forEach((parts, picture) => {
      const fresh = parts.filter((part, at) => !part.classList.toggle("off", !seen[picture]?.has(at)) && !this.was[picture]?.has(at));
      for (const part of fresh.slice(0, 1)) reveal(part);
    });
    this.was = seen;
    this.steps.forEach((step, at) => {
      if (at === this.at) step.setAttribute("aria-current", "step");
      else step.removeAttribute("aria-current");
    });
    const place = this.say("of").replace("{number}", String(this.at + 1)).replace("{count}", String(this.steps.length));
    this.slider.value = String(this.at + 1);
    this.slider.setAttribute("aria-valuetext", place);
    this.count.textContent = place;
    const now = this.steps[this.at];
    const placesOf = (step: HTMLElement | undefined): Stepped[] => JSON.parse(step?.dataset["places"] ?? "[]") as Stepped[];
    const [reached, missed] = this.lines;
    this.dispatchEvent(new CustomEvent<Walked>("viva:step", { detail: { now: placesOf(now), reached, missed, ran: this.ran }, bubbles: true }));
    this.told.replaceChildren(...Array.from(now?.childNodes ?? [], (each) => each.cloneNode(true)));
  }
}

if (!customElements.get("viva-frames")) customElements.define("viva-frames", VivaFrames);
