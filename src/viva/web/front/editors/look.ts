// The looks of the code editor, in the colours of the page: signs in the margin are letters, as the policy of the site
// lets no picture in that is not a file of its own.
import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

const MONO = 'ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace';
const underline = (colour: string) => ({ backgroundImage: "none", textDecoration: `underline wavy ${colour}`, textDecorationSkipInk: "none" });
const sign = (letter: string, colour: string) => ({
  content: "normal",
  "&::before": { content: `"${letter}"`, color: colour, fontWeight: "bold" },
});

const theme = EditorView.theme({
  "&": { color: "var(--ink)", backgroundColor: "var(--ground)", border: "1px solid var(--soft)", borderRadius: ".3rem", fontSize: ".9rem" },
  "&.cm-focused": { outline: "2px solid var(--link)", outlineOffset: "1px" },
  ".cm-scroller": { fontFamily: MONO, lineHeight: "1.5", minHeight: "12rem", maxHeight: "70vh", overflow: "auto" },
  ".cm-content": { caretColor: "var(--ink)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  ".cm-gutters": { color: "var(--soft)", backgroundColor: "var(--panel)", borderRight: "1px solid var(--rule)" },
  ".cm-activeLine": { backgroundColor: "transparent" },
  ".cm-activeLineGutter": { backgroundColor: "transparent", color: "var(--ink)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": { backgroundColor: "var(--marked)" },
  ".cm-matchingBracket, &.cm-focused .cm-matchingBracket": { backgroundColor: "var(--good-ground)", color: "inherit" },
  ".cm-tooltip": { color: "var(--ink)", backgroundColor: "var(--panel)", border: "1px solid var(--rule)", maxWidth: "30rem" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": { backgroundColor: "var(--link)", color: "var(--ground)" },
  ".cm-lintRange-error": underline("var(--bad)"),
  ".cm-lintRange-warning, .cm-lintRange-info, .cm-lintRange-hint": underline("var(--open)"),
  ".cm-lint-marker-error": sign("!", "var(--bad)"),
  ".cm-lint-marker-warning": sign("!", "var(--open)"),
  ".cm-lint-marker-info": sign("i", "var(--link)"),
  ".cm-diagnostic": { borderLeft: "none", whiteSpace: "pre-wrap" },
  ".cm-diagnostic-error": { borderLeft: "4px solid var(--bad)" },
  ".cm-panels": { color: "var(--ink)", backgroundColor: "var(--panel)" },
  ".cm-finding": { backgroundColor: "var(--open-ground)" },
  ".cm-finding-correctness, .cm-finding-policy": { backgroundColor: "var(--bad-ground)" },
  ".cm-findings .cm-gutterElement": { color: "var(--bad)", fontWeight: "bold", padding: "0 .2rem", cursor: "pointer" },
  ".cm-ran": { boxShadow: "inset 3px 0 var(--good)" },
  ".cm-missed": { boxShadow: "inset 3px 0 var(--bad)" },
  ".cm-now": { backgroundColor: "var(--marked)", color: "var(--marked-ink)" },
  ".cm-old": { color: "var(--bad)", textDecoration: "line-through" },
  ".cm-new": { color: "var(--good)", backgroundColor: "var(--good-ground)", textDecoration: "none", whiteSpace: "pre-wrap" },
  ".cm-instead": { color: "var(--good)", backgroundColor: "var(--good-ground)", padding: "0 .6rem", whiteSpace: "pre-wrap" },
});

const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.controlKeyword], color: "var(--link)", fontWeight: "600" },
  { tag: [tags.comment, tags.meta], color: "var(--soft)", fontStyle: "italic" },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--good)" },
  { tag: [tags.number, tags.bool, tags.atom, tags.null], color: "var(--open)" },
  { tag: [tags.function(tags.definition(tags.variableName)), tags.definition(tags.className)], fontWeight: "600" },
  { tag: tags.invalid, color: "var(--bad)" },
]);

export const look = [theme, syntaxHighlighting(colours)];
