// Why a text is no program, in words that a beginner's mistake has: a key for a sentence, and what goes into it.
(function (kit) {
  "use strict";
  const { acorn } = kit;
  const CLOSING = { __proto__: null, "(": ")", "[": "]", "{": "}", "${": "}" };
  const QUOTES = /[\u201c\u201d\u201e\u2018\u2019\u201a\u00ab\u00bb]/;
  const PYTHON = {
    __proto__: null,
    def: "function", elif: "else if", elseif: "else if", elsif: "else if", None: "null", True: "true", False: "false", and: "&&", or: "||", not: "!",
    pass: "{}", print: "console.log(...)", except: "catch", lambda: "=>",
  };
  const OTHER = { __proto__: null, int: "let", float: "let", double: "let", string: "let", String: "let", bool: "let", boolean: "let", char: "let", public: "", private: "", void: "function" };

  const tokensOf = (text) => {
    const found = [];
    try {
      for (const token of acorn.tokenizer(text, { ecmaVersion: "latest", locations: true, allowHashBang: true })) {
        found.push({ label: token.type.label, keyword: token.type.keyword, value: token.value, start: token.start, end: token.end, line: token.loc.start.line, column: token.loc.start.column + 1 });
        if (found.length > 100000) break;
      }
    } catch {
      // up to where it can be read
    }
    return found;
  };

  // Brackets that do not fit together.
  const brackets = (tokens, whole) => {
    const open = [];
    for (const token of tokens) {
      if (token.label in CLOSING) open.push(token);
      else if ([")", "]", "}"].includes(token.label)) {
        const last = open.pop();
        if (last === undefined) return ["unexpected_bracket", token, { bracket: token.label }];
        if (CLOSING[last.label] !== token.label) {
          return ["wrong_bracket", last, { opening: last.label, bracket: token.label, closing: CLOSING[last.label], end: token.line }];
        }
      }
    }
    if (whole && open.length) {
      const last = open.at(-1);
      return ["unclosed_bracket", last, { bracket: last.label, closing: CLOSING[last.label], start: last.line }];
    }
    return null;
  };

  const near = (tokens, place) => {
    let at = tokens.findIndex((token) => token.end > place);
    if (at < 0) at = tokens.length;
    return [tokens[at - 2], tokens[at - 1], tokens[at], tokens[at + 1]];
  };
  const word = (text, token) => (token ? text.slice(token.start, token.end) : "");

  const SAID = [
    [/Unterminated string/, "unclosed_string"],
    [/Unterminated template/, "unclosed_template"],
    [/Unterminated comment/, "unclosed_comment"],
    [/Unterminated regular/, "unclosed_regex"],
    [/Invalid regular expression/, "bad_regex"],
    [/Unsyntactic (break|continue)/, "outside_loop"],
    [/Unsyntactic/, "outside_loop"],
    [/Assigning to rvalue/, "assign_to_value"],
    [/already been declared/, "declared_twice"],
    [/'return' outside/, "outside_function"],
    [/await/i, "await_outside_function"],
    [/The keyword '(\w+)' is reserved/, "keyword_as_name"],
    [/Identifier directly after number/, "number_and_name"],
    [/Escape sequence in keyword|Unexpected keyword/, "keyword_as_name"],
    [/Binding (arguments|eval)|Assigning to (arguments|eval)/, "keyword_as_name"],
    [/Missing catch or finally/, "missing_catch"],
    [/Legacy octal|Octal literal/, "leading_zero"],
    [/'with' in strict|Deleting local variable in strict/, "strict_only"],
    [/Complex binding patterns require|const declarations require/, "missing_value_of_const"],
  ];

  const LOOKS_TYPED = /(\(|,)\s*\w+\??\s*:\s*(number|string|boolean|any|unknown|void|[A-Z]\w*)(\[\])*\s*[,)=]|\)\s*:\s*(number|string|boolean|void|any|[A-Z]\w*)(\[\]|<[^>]*>)*\s*(\{|=>)|^\s*(interface|type|enum|declare|namespace)\s+\w+|\b(let|const|var)\s+\w+\s*:\s*\w+|\bas\s+(number|string|const|any)\b/m;
  const LOOKS_MARKED = /(return|=>?|\()\s*<\/?[A-Za-z][\w.]*(\s[^<>]*)?\/?>/;

  const rules = (text, error, tokens) => {
    const place = error.raisedAt !== undefined && error.pos === undefined ? error.raisedAt : error.pos;
    const [before2, before, here, after] = near(tokens, place);
    const line = text.split(/\r\n|[\n\r\u2028\u2029]/)[(error.loc?.line ?? 1) - 1] ?? "";
    const shown = word(text, here);
    const first = /^[\s}]*(\w+)/.exec(line)?.[1] ?? "";
    const character = String.fromCodePoint(text.codePointAt(place) ?? 32);
    if (QUOTES.test(character)) return ["curly_quotes", null, { character }];
    if (LOOKS_TYPED.test(text) && !/Unterminated/.test(error.message)) return ["typescript", null, {}];
    if (LOOKS_MARKED.test(line)) return ["jsx", null, {}];
    if (/Unexpected character/.test(error.message)) return ["strange_character", null, { character }];
    if (first in PYTHON && !["and", "or", "not"].includes(first)) return ["other_language", null, { word: first, meant: PYTHON[first] }];
    if (["and", "or", "not"].includes(shown)) return ["other_language", here, { word: shown, meant: PYTHON[shown] }];
    if (/already been declared/.test(error.message) && /\bfor\s*\([^;)]*,[^;)]*\)/.test(line)) return ["for_commas", null, {}];
    for (const [pattern, key] of SAID) {
      const found = pattern.exec(error.message);
      if (found) {
        const quoted = /'([^']*)'/.exec(error.message);
        return [key, null, { word: found[1] ?? quoted?.[1] ?? shown }];
      }
    }
    if (here?.label === "eof" || !here) {
      const wrong = brackets(tokens, true);
      if (wrong) return wrong;
      return ["missing_end", null, {}];
    }
    const wrong = brackets(tokens.filter((token) => token.start <= here.start), false) ?? null;
    if (wrong) return wrong;
    if (shown === "else") return ["else_alone", here, {}];
    if (["catch", "finally", "case", "default"].includes(shown)) return ["without_beginning", here, { word: shown }];
    if (before && word(text, before) === "=>" && here.keyword) return ["arrow_statement", here, { word: shown }];
    if (before && ["if", "while", "for", "switch"].includes(word(text, before)) && shown !== "(") {
      return ["missing_round_brackets", before, { word: word(text, before) }];
    }
    if (before && word(text, before) === "function" && shown !== "(") return ["keyword_as_name", here, { word: shown }];
    if (before2 && word(text, before2) === "const" && here) return ["missing_value_of_const", before2, { word: word(text, before) }];
    if (before && ["let", "const", "var"].includes(word(text, before)) && here.keyword) return ["keyword_as_name", here, { word: shown }];
    if (first in OTHER && before && first === word(text, before)) {
      return ["other_language", null, { word: first, meant: OTHER[first] || "function" }];
    }
    if (before?.label === ")" && word(text, headOf(tokens, before)) === "function") return ["missing_brace", here, { word: shown }];
    if (word(text, before) === "await") return ["await_outside_function", before, { word: "await" }];
    if (shown === "=" && after && before) return ["assign_to_value", here, {}];
    if (shown === ";" && within(tokens, here)) {
      const open = unclosed(tokens, here);
      return ["unclosed_bracket", open, { bracket: open.label, closing: CLOSING[open.label], start: open.line }];
    }
    const values = ["name", "num", "string", ")", "]", "true", "false", "null"];
    if (before && values.includes(before.label) && values.slice(0, 3).includes(here.label)) {
      const misspelt = { fucntion: "function", funtion: "function", functoin: "function", fuction: "function", retrun: "return", reutrn: "return", cosnt: "const", constant: "const", esle: "else", whlie: "while" }[word(text, before)];
      if (misspelt) return ["misspelled_keyword", before, { word: word(text, before), meant: misspelt }];
      return ["missing_comma", here, { word: shown }];
    }
    const open = unclosed(tokens, here);
    if (open) return ["unclosed_bracket", open, { bracket: open.label, closing: CLOSING[open.label], start: open.line }];
    return ["unexpected", here, { word: shown }];
  };

  // The token with which what ends at this bracket begins: `function` of `function f(a)`.
  const headOf = (tokens, bracket) => {
    let depth = 0;
    let at = tokens.indexOf(bracket);
    for (; at >= 0; at--) {
      if (tokens[at].label === ")") depth += 1;
      if (tokens[at].label === "(" && --depth === 0) break;
    }
    return tokens[at - 1]?.label === "name" ? tokens[at - 2] : tokens[at - 1];
  };

  // Whether a place lies in round or square brackets, where no semicolon can be, but in the head of a `for`.
  const within = (tokens, here) => {
    const open = unclosed(tokens, here);
    return open !== undefined && open.label !== "{";
  };
  const unclosed = (tokens, here) => {
    const open = [];
    for (const token of tokens) {
      if (token.start >= here.start) break;
      if (token.label in CLOSING) open.push(token);
      else if ([")", "]", "}"].includes(token.label)) open.pop();
    }
    const last = open.at(-1);
    const cut = here.line > last?.line || here.label === "{" || here.label === ";";
    return last && last.label !== "{" && cut ? last : undefined;
  };

  const cause = (text, error) => {
    const plain = `${error.message}`.replace(/ \(\d+:\d+\)$/, "");
    if (error.loc === undefined) {
      // The engine's own complaint about what the parser took.
      const line = /:(\d+)(:\d+)?\)?\s*$/.exec(`${error.stack}`.split("\n")[0]);
      return { kind: "other", message: plain, line: line ? Math.max(1, +line[1] - 10000) : null };
    }
    const tokens = tokensOf(text);
    const [key, token, slots] = rules(text, error, tokens);
    const told = Object.entries(slots).map(([name, value]) => `${name}=${encodeURIComponent(`${value}`.toWellFormed())}`).join("&");
    const line = token?.line ?? error.loc.line;
    const column = token?.column ?? error.loc.column + 1;
    const width = token ? Math.max(1, token.end - token.start) : 1;
    return { kind: told ? `${key}?${told}` : key, message: plain, line, column, end_line: line, end_column: column + width };
  };

  kit.problems = { cause };
});
