// What the last report said of places in the text: in the margin, on their lines, and below in a list that leads there.
// A finding moves along with the text, and is gone with its line.
import { type EditorState, type Extension, RangeSet, StateEffect, StateField, type Transaction } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, GutterMarker, WidgetType, gutter } from "@codemirror/view";

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
  /** Whether it says what to write instead. */
  isFix?: boolean;
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

/** A finding and what was in its line, where that is now. */
interface Placed {
  finding: Finding;
  from: number;
  to: number;
}

const begin = (state: EditorState, findings: readonly Finding[]): readonly Placed[] =>
  findings
    .map((finding) => {
      const { from, to } = state.doc.line(Math.min(finding.line, state.doc.lines));
      return { finding, from, to };
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
    .map(({ finding, from, to }) => {
      const start = changes.mapPos(from, 1);
      return { finding, from: start, to: Math.max(start, changes.mapPos(to, -1)) };
    });
};

const draw = (state: EditorState): DecorationSet =>
  Decoration.set(
    state.field(places).flatMap((each) => {
      const finding = each.finding;
      const { from, to } = state.doc.lineAt(each.from);
      const marked = Decoration.line({ class: `cm-finding cm-finding-${finding.about}` }).range(from);
      return finding.isFix ? [marked, Decoration.widget({ widget: new Instead(finding.text), side: 1, block: true }).range(to)] : [marked];
    }),
    true,
  );

const places = StateField.define<readonly Placed[]>({
  create: () => [],
  update: (known, change) => (change.docChanged && known.length ? move(known, change) : known),
  provide: (field) => EditorView.decorations.compute([field], draw),
});

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
  button.textContent = `${line}: ${finding.text}`;
  button.addEventListener("click", () => {
    const place = view.state.field(places).find((each) => each.finding === finding);
    if (!place) return;
    view.dispatch({ selection: { anchor: place.from }, effects: EditorView.scrollIntoView(place.from, { y: "center" }) });
    view.focus();
  });
  item.append(button);
  return item;
};
