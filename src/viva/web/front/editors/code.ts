// <viva-code notation="python"><textarea></textarea></viva-code>: an editor around the text field of a page. The text
// stays in the field, which is what is handed in; without this script, or by choice, the field itself is shown.
import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab, redo, undo } from "@codemirror/commands";
import { bracketMatching, indentOnInput, indentUnit } from "@codemirror/language";
import { type Diagnostic, lintGutter, lintKeymap, linter } from "@codemirror/lint";
import { EditorState, StateEffect, Transaction } from "@codemirror/state";
import { EditorView, drawSelection, highlightActiveLineGutter, highlightSpecialChars, keymap, lineNumbers } from "@codemirror/view";
import { type Finding, listFindings, offset, showFindings, showRuns, showStep } from "./findings";
import type { Walked } from "./frames";
import { languageOf } from "./languages";
import { look } from "./look";
import { type Mark, Server } from "./server";

const PLAIN = "viva plain text";
const WAIT = 400;
const LATER = 3000;
const askAgain = StateEffect.define<null>();

export class VivaCode extends HTMLElement {
  private view: EditorView | null = null;
  private own = false;

  connectedCallback(): void {
    if (!this.view) void this.open();
  }

  get area(): HTMLTextAreaElement {
    return this.querySelector("textarea") as HTMLTextAreaElement;
  }

  get text(): string {
    return this.view?.state.doc.toString() ?? this.area.value;
  }

  /** What the last report said of the text that the page came with. */
  get reported(): Finding[] {
    return JSON.parse(this.dataset["findings"] ?? "[]") as Finding[];
  }

  /** The same, as long as that text is there. */
  get findings(): Finding[] {
    return this.area.value === this.area.defaultValue ? this.reported : [];
  }

  /** Another text, as one step that can be taken back: what is the same at both ends is not touched. */
  rewrite(after: string): void {
    const before = this.text;
    if (before === after) return;
    let start = 0;
    while (start < before.length && before[start] === after[start]) start++;
    let end = 0;
    while (end < before.length - start && end < after.length - start && before.at(-1 - end) === after.at(-1 - end)) end++;
    const changes = { from: start, to: before.length - end, insert: after.slice(start, after.length - end) };
    this.view?.dispatch({ changes, userEvent: "input.picture", annotations: Transaction.addToHistory.of(true) });
  }

  undo(): boolean {
    return this.view ? undo(this.view) : false;
  }

  redo(): boolean {
    return this.view ? redo(this.view) : false;
  }

  private async open(): Promise<void> {
    const form = this.closest("form");
    if (!form || !this.querySelector("textarea")) return;
    const language = await languageOf(this.getAttribute("notation") ?? "");
    if (!this.isConnected || this.view) return;
    const findings = this.findings.filter((each) => each.line);
    const label = document.querySelector<HTMLLabelElement>(`label[for="${this.area.id}"]`);
    const holder = document.createElement("div");
    const root = holder.attachShadow({ mode: "open" });
    this.append(holder);
    this.view = new EditorView({
      parent: root,
      root,
      state: EditorState.create({
        doc: this.area.value,
        extensions: [
          lineNumbers(),
          showFindings(findings),
          showRuns,
          lintGutter(),
          highlightSpecialChars(),
          highlightActiveLineGutter(),
          history(),
          drawSelection(),
          indentUnit.of("    "),
          indentOnInput(),
          bracketMatching(),
          closeBrackets(),
          autocompletion({ icons: false }),
          language,
          look,
          linter(this.proofread(new Server(form)), {
            delay: WAIT,
            needsRefresh: (update) => update.transactions.some((each) => each.effects.some((effect) => effect.is(askAgain))),
          }),
          keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap, ...completionKeymap, ...lintKeymap, indentWithTab]),
          EditorView.domEventObservers({ keydown: (event, view) => leaves(event, view) }),
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({ tabindex: "0", "aria-label": label?.textContent ?? "", autocapitalize: "off", spellcheck: "false" }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) this.write(update.state.doc.toString());
          }),
        ],
      }),
    });
    for (const event of ["input", "change"]) this.area.addEventListener(event, () => this.take());
    form.addEventListener("viva:step", (event) => {
      const step = (event as CustomEvent<Walked>).detail;
      if (this.view) showStep(this.view, this.text === (step.ran ?? this.area.defaultValue) ? step : null);
    });
    label?.addEventListener("click", () => this.view?.focus());
    this.append(this.choice(holder));
    if (findings.length) this.append(listFindings(this.view, this.dataset["findingsTitle"] ?? ""));
    this.toggleAttribute("ready", true);
    this.dispatchEvent(new Event("viva:ready"));
  }

  /** What was typed here goes into the field, and whoever keeps drafts is told. */
  private write(text: string): void {
    if (this.own) return;
    this.own = true;
    this.area.value = text;
    this.area.dispatchEvent(new Event("input", { bubbles: true }));
    this.own = false;
    this.dispatchEvent(new Event("viva:text"));
  }

  /** What was put into the field by others, a draft or the plain field itself, is shown here. */
  private take(): void {
    const [view, text] = [this.view, this.area.value];
    if (this.own || !view || text === view.state.doc.toString()) return;
    this.own = true;
    view.dispatch({ changes: changedLines(view.state.doc.toString(), text) });
    this.own = false;
    this.dispatchEvent(new Event("viva:text"));
  }

  private choice(holder: HTMLElement): HTMLElement {
    const [bar, button, note] = [document.createElement("p"), document.createElement("button"), document.createElement("span")];
    bar.className = "editor-bar";
    button.type = "button";
    button.className = "plain";
    button.textContent = this.dataset["plain"] ?? "";
    note.className = "notes";
    note.textContent = this.dataset["leave"] ?? "";
    const show = (plain: boolean): void => {
      this.area.hidden = !plain;
      holder.hidden = note.hidden = plain;
      button.setAttribute("aria-pressed", String(plain));
    };
    button.addEventListener("click", () => {
      const plain = this.area.hidden !== false;
      try {
        localStorage.setItem(PLAIN, plain ? "yes" : "");
      } catch {
        // Switched off: then it holds for this page.
      }
      show(plain);
      if (plain) this.area.focus();
      else this.view?.focus();
    });
    let chosen = false;
    try {
      chosen = localStorage.getItem(PLAIN) === "yes";
    } catch {
      // as above
    }
    show(chosen);
    bar.append(button, " ", note);
    return bar;
  }

  private proofread(server: Server): (view: EditorView) => Promise<Diagnostic[]> {
    return async (view) => {
      const asked = view.state.doc;
      const said = await server.proofread(asked.toString());
      const marks = said?.marks ?? null;
      if (said?.page) this.dispatchEvent(new CustomEvent("viva:page", { detail: said.page }));
      // Nobody answered, and the text is still the same: the server is busy or away, and is asked again.
      const again = (): void => {
        if (this.isConnected && view.state.doc === asked) view.dispatch({ effects: askAgain.of(null) });
      };
      if (marks === null) setTimeout(again, LATER);
      this.dispatchEvent(new CustomEvent<Mark[] | null>("viva:marks", { detail: marks }));
      return (marks ?? []).map((mark) => diagnostic(view.state, mark));
    };
  }
}

/** What has changed between two texts, in whole lines: all others keep what is marked there. */
const changedLines = (old: string, text: string): { from: number; to: number; insert: string } => {
  const most = Math.min(old.length, text.length);
  const isBreak = (letter: string | undefined): boolean => letter === "\n" || letter === undefined;
  let [from, same] = [0, 0];
  while (from < most && old[from] === text[from]) from += 1;
  if (from && !(isBreak(old[from]) && isBreak(text[from]))) from = old.lastIndexOf("\n", from - 1) + 1;
  while (same < most - from && old[old.length - 1 - same] === text[text.length - 1 - same]) same += 1;
  if (!(isBreak(old[old.length - same - 1]) && isBreak(text[text.length - same - 1]))) {
    const ends = old.indexOf("\n", old.length - same);
    same = ends < 0 ? 0 : old.length - ends - 1;
  }
  return { from, to: old.length - same, insert: text.slice(from, text.length - same) };
};

/** Escape, then Tab leaves, also where Escape closes a list of completions first. */
const leaves = (event: KeyboardEvent, view: EditorView): void => {
  if (event.key === "Escape") view.setTabFocusMode(2000);
};

/** The place of a mark: to the end of its word, its line where no column is known, the first line where nothing is. */
const diagnostic = (state: EditorState, mark: Mark): Diagnostic => {
  const line = state.doc.line(Math.min(Math.max(mark.line ?? 1, 1), state.doc.lines));
  const from = mark.column ? offset(state, line.number, mark.column) : line.from;
  const last = mark.endLine ? state.doc.line(Math.min(mark.endLine, state.doc.lines)) : line;
  const word = /^[\p{L}\p{N}_]+|^./u.exec(state.sliceDoc(from, line.to));
  const end = mark.endColumn ? offset(state, last.number, mark.endColumn) : mark.column ? from + (word?.[0].length ?? 0) : line.to;
  return { from, to: Math.max(from, end), severity: "error", message: mark.text };
};

customElements.define("viva-code", VivaCode);
