// What the last report said of places in the text: in the margin, on their lines, and below in a list that leads there.
// A finding moves along with the text, and is gone with its line.
import { type Extension, RangeSet, StateEffect, StateField } from "@codemirror/state";
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

const forget = StateEffect.define<null>();

const decorations = (findings: readonly Finding[]) =>
  StateField.define<DecorationSet>({
    create: (state) =>
      Decoration.set(
        findings
          .filter((each) => each.line <= state.doc.lines)
          .flatMap((each) => {
            const line = state.doc.line(each.line);
            const marked = Decoration.line({ class: `cm-finding cm-finding-${each.about}`, said: each.text }).range(line.from);
            return each.isFix ? [marked, Decoration.widget({ widget: new Instead(each.text), side: 1, block: true }).range(line.to)] : [marked];
          }),
        true,
      ),
    update: (known, change) => (change.effects.some((each) => each.is(forget)) ? Decoration.none : known.map(change.changes)),
    provide: (field) => EditorView.decorations.from(field),
  });

export const showFindings = (findings: readonly Finding[]): Extension => {
  if (!findings.length) return [];
  const field = decorations(findings);
  const signs = gutter({
    class: "cm-findings",
    markers: (view) => {
      const found: ReturnType<Sign["range"]>[] = [];
      const cursor = view.state.field(field).iter();
      for (; cursor.value; cursor.next()) if (cursor.value.spec["said"]) found.push(new Sign(String(cursor.value.spec["said"])).range(cursor.from));
      return RangeSet.of(found, true);
    },
    domEventHandlers: {
      // A click on a sign goes to its place.
      mousedown: (view, block) => {
        view.dispatch({ selection: { anchor: block.from }, effects: EditorView.scrollIntoView(block.from, { y: "nearest" }) });
        view.focus();
        return true;
      },
    },
  });
  return [field, signs];
};

/** The list below the editor; what is chosen there is shown above. */
export const listFindings = (view: EditorView, findings: readonly Finding[], title: string): HTMLElement => {
  const list = document.createElement("ul");
  list.className = "findings";
  list.setAttribute("aria-label", title);
  for (const each of findings) {
    const [item, button] = [document.createElement("li"), document.createElement("button")];
    button.type = "button";
    button.textContent = `${each.line}: ${each.text}`;
    button.addEventListener("click", () => {
      const line = view.state.doc.line(Math.min(each.line, view.state.doc.lines));
      view.dispatch({ selection: { anchor: line.from }, effects: EditorView.scrollIntoView(line.from, { y: "center" }) });
      view.focus();
    });
    item.append(button);
    list.append(item);
  }
  return list;
};
