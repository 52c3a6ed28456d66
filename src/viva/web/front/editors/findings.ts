// What the last report said of places in the text: in the margin, on their lines, and below in a list that leads there.
// A finding moves along with the text, and is gone with its line.
import { type EditorState, type Extension, RangeSet, StateEffect, StateField, type Transaction } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, GutterMarker, WidgetType, gutter } from "@codemirror/view";

import type { Walked } from "./frames";
import { withCode } from "./saying";
import type { Change } from "./server";

export interface Finding {
  line: number;
  text: string;
  about: string;
  /** Of notes. */
  bar?: number;
  beat?: string | null;
  sounds?: string[];
  /** Of the example: what an automaton reads. */
  word?: string;
  /** Whether it says what to write instead, and what that is where it can be shown. */
  isFix?: boolean;
  changes?: Change[];
  state?: string;
  source?: string;
}

class Sign extends GutterMarker {
  constructor(readonly said: string) {
    super();
  }
  override eq(other: Sign): boolean {
    return other.said === this.said;
  }
  override toDOM(): Node {
    const sign = document.createElement("span");
    sign.textContent = "›";
    sign.title = this.said;
    return sign;
  }
}

/** What to write instead, below its line. */
class Instead extends WidgetType {
  constructor(readonly said: string) {
    super();
  }
  override eq(other: Instead): boolean {
    return other.said === this.said;
  }
  override toDOM(): HTMLElement {
    const line = document.createElement("div");
    line.className = "cm-instead";
    line.textContent = `→ ${this.said}`;
    return line;
  }
}

/** What to write instead, within its line. */
class New extends WidgetType {
  constructor(readonly text: string) {
    super();
  }
  override eq(other: New): boolean {
    return other.text === this.text;
  }
  override toDOM(): HTMLElement {
    const piece = document.createElement("ins");
    piece.className = "cm-new";
    piece.textContent = this.text;
    return piece;
  }
}

/** A piece of the text that a fix changes. */
interface Piece {
  from: number;
  to: number;
  text: string;
}

/** A finding and what was in its line, where that is now. */
interface Placed {
  finding: Finding;
  from: number;
  to: number;
  pieces: readonly Piece[];
}

/** A column counts letters, and some letters are two in a script. */
export const offset = (state: EditorState, line: number, column: number): number => {
  const { from, text } = state.doc.line(Math.min(line, state.doc.lines));
  return from + [...text].slice(0, column - 1).join("").length;
};

const piecesOf = (state: EditorState, finding: Finding): Piece[] =>
  (finding.changes ?? []).flatMap(({ before: { line, column, endLine, endColumn }, text }) =>
    line && column && endLine && endColumn && text !== undefined ? [{ from: offset(state, line, column), to: offset(state, endLine, endColumn), text }] : [],
  );

const begin = (state: EditorState, findings: readonly Finding[]): readonly Placed[] =>
  findings
    .map((finding) => {
      const { from, to } = state.doc.line(Math.min(finding.line, state.doc.lines));
      return { finding, from, to, pieces: piecesOf(state, finding) };
    })
    .sort((one, other) => one.from - other.from);

/** A finding goes along as long as something of its line is left. */
const move = (known: readonly Placed[], { changes }: Transaction): readonly Placed[] => {
  const gone: [number, number][] = [];
  changes.iterChangedRanges((from, to) => {
    if (to > from) gone.push([from, to]);
  }, true);
  return known
    .filter((each) => !gone.some(([from, to]) => from <= each.from && to >= each.to))
    .map(({ finding, from, to, pieces }) => {
      const start = changes.mapPos(from, 1);
      // Who writes at the place of a change has seen it.
      const left = pieces.filter((piece) => !changes.touchesRange(piece.from, piece.to));
      const moved = left.map((piece) => ({ from: changes.mapPos(piece.from, 1), to: changes.mapPos(piece.to, -1), text: piece.text }));
      return { finding, from: start, to: Math.max(start, changes.mapPos(to, -1)), pieces: moved };
    });
};

const draw = (state: EditorState): DecorationSet =>
  Decoration.set(
    state.field(places).flatMap((each) => {
      const finding = each.finding;
      const { from, to } = state.doc.lineAt(each.from);
      const marked = Decoration.line({ class: `cm-finding cm-finding-${finding.about}` }).range(from);
      if (!finding.isFix) return [marked];
      if (!finding.changes?.some((change) => change.text !== undefined)) return [marked, Decoration.widget({ widget: new Instead(finding.text), side: 1, block: true }).range(to)];
      const pieces = each.pieces.flatMap((piece) => [
        ...(piece.to > piece.from ? [Decoration.mark({ tagName: "del", class: "cm-old" }).range(piece.from, piece.to)] : []),
        ...(piece.text ? [Decoration.widget({ widget: new New(piece.text), side: 1 }).range(piece.to)] : []),
      ]);
      return [marked, ...pieces];
    }),
    true,
  );

const places = StateField.define<readonly Placed[]>({
  create: () => [],
  update: (known, change) => (change.docChanged && known.length ? move(known, change) : known),
  provide: (field) => EditorView.decorations.compute([field], draw),
});

/** The lines that a run reaches, those that it does not, and the one where it is; gone once the text is another. */
const walk = StateEffect.define<Walked | null>();

const walked = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (shown, change) => {
    const step = change.effects.find((effect) => effect.is(walk));
    if (!step) return change.docChanged ? Decoration.none : shown;
    const { now = [], reached = [], missed = [] } = step.value ?? {};
    const marks: [number, string][] = [...reached.map((line): [number, string] => [line, "cm-ran"]), ...missed.map((line): [number, string] => [line, "cm-missed"])];
    for (const { line } of now) if (line) marks.push([line, "cm-now"]);
    const known = marks.filter(([line]) => line <= change.state.doc.lines);
    return Decoration.set(known.map(([line, kind]) => Decoration.line({ class: kind }).range(change.state.doc.line(line).from)), true);
  },
  provide: (field) => EditorView.decorations.from(field),
});

export const showRuns: Extension = walked;

/** A step of a run, or none of one of another text. */
export const showStep = (view: EditorView, step: Walked | null): void => view.dispatch({ effects: walk.of(step) });

export const showFindings = (findings: readonly Finding[]): Extension => {
  if (!findings.length) return [];
  const signs = gutter({
    class: "cm-findings",
    markers: (view) =>
      RangeSet.of(
        view.state.field(places).map(({ finding, from }) => new Sign(finding.text).range(view.state.doc.lineAt(from).from)),
        true,
      ),
    domEventHandlers: {
      // A click on a sign goes to its place.
      mousedown: (view, block) => {
        view.dispatch({ selection: { anchor: block.from }, effects: EditorView.scrollIntoView(block.from, { y: "nearest" }) });
        view.focus();
        return true;
      },
    },
  });
  return [places.init((state) => begin(state, findings)), signs];
};

/** The list below the editor, of the findings that are left; what is chosen there is shown above. */
export const listFindings = (view: EditorView, title: string): HTMLElement => {
  const list = document.createElement("ul");
  list.className = "findings";
  list.setAttribute("aria-label", title);
  let shown: readonly Placed[] = [];
  const write = (state: EditorState): void => {
    const known = state.field(places);
    if (known === shown) return;
    shown = known;
    list.hidden = !known.length;
    list.replaceChildren(...known.map(({ finding, from }) => entry(view, finding, state.doc.lineAt(from).number)));
  };
  write(view.state);
  view.dispatch({ effects: StateEffect.appendConfig.of(EditorView.updateListener.of((update) => write(update.state))) });
  return list;
};

const entry = (view: EditorView, finding: Finding, line: number): HTMLElement => {
  const [item, button] = [document.createElement("li"), document.createElement("button")];
  button.type = "button";
  // What a fix writes stands in the text itself.
  const isInText = finding.changes?.some((change) => change.text !== undefined);
  button.append(`${line}: `, ...withCode(isInText ? (finding.text.split("\n")[0] ?? "") : finding.text));
  button.addEventListener("click", () => {
    const place = view.state.field(places).find((each) => each.finding === finding);
    if (!place) return;
    view.dispatch({ selection: { anchor: place.from }, effects: EditorView.scrollIntoView(place.from, { y: "center" }) });
    view.focus();
  });
  item.append(button);
  return item;
};
