// How a notation is coloured and completed: by its table of words. For Python and JavaScript small scanners, loaded when
// they are needed, colour instead; whole grammars of them would make the editor larger than a page may be.
import { type CompletionContext, type CompletionResult, completeAnyWord } from "@codemirror/autocomplete";
import { LanguageSupport, StreamLanguage, type StreamParser, type StringStream } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { WORDS, type Words } from "./words";

const LETTER = /[\p{L}_]/u;
const INSIDE = /[\p{L}\p{N}_']/u;

const token = (table: Words) => {
  const [words, names] = [new Set(table.words), new Set(table.names ?? [])];
  return (stream: StringStream): string | null => {
    if (stream.eatSpace()) return null;
    if (stream.match(table.comment)) {
      stream.skipToEnd();
      return "comment";
    }
    if (table.json && stream.match(/^"(?:[^"\\]|\\.)*"/)) return names.has(stream.current().slice(1, -1)) ? "keyword" : "string";
    if (stream.match(/^(?:->|→|=>|:=|[<>=!]=s?|&&|\|\|)/)) return "operator";
    if (stream.match(/^\d+(?:[.:/]\d+)?/)) return "number";
    if (stream.eat(LETTER)) {
      stream.eatWhile(INSIDE);
      const word = stream.current();
      return words.has(word) ? "keyword" : names.has(word) ? "atom" : "variableName";
    }
    stream.next();
    return words.has(stream.current()) ? "keyword" : "operator";
  };
};

const completions = (table: Words) => {
  const options = [
    ...table.words.map((label) => ({ label, type: "keyword" })),
    ...(table.names ?? []).map((label) => ({ label, type: "constant" })),
  ].filter((each) => LETTER.test(each.label));
  return async (context: CompletionContext): Promise<CompletionResult | null> => {
    const word = context.matchBefore(/[\p{L}_][\p{L}\p{N}_]*/u);
    if (!word && !context.explicit) return null;
    const own = await completeAnyWord(context);
    const known = new Set(options.map((each) => each.label));
    const others = (own?.options ?? []).filter((each) => !known.has(each.label));
    return { from: word?.from ?? context.pos, options: [...options, ...others], validFor: /^[\p{L}\p{N}_]*$/u };
  };
};

const parserOf = async (notation: string, table: Words): Promise<StreamParser<unknown>> => {
  if (notation === "python") return (await import("@codemirror/legacy-modes/mode/python")).python as StreamParser<unknown>;
  if (notation === "javascript") return (await import("@codemirror/legacy-modes/mode/javascript")).javascript as StreamParser<unknown>;
  return { name: notation, token: token(table), languageData: { commentTokens: { line: table.comment.trim() } } };
};

export const languageOf = async (notation: string): Promise<Extension> => {
  const table = WORDS[notation];
  if (!table) return [];
  const language = StreamLanguage.define(await parserOf(notation, table));
  return new LanguageSupport(language, language.data.of({ autocomplete: completions(table) }));
};
