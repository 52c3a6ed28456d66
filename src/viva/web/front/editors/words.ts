// One table for each notation: what is coloured and what is completed come from it.
export interface Words {
  /** Begins a comment that ends with its line. */
  comment: string;
  /** Words that the notation gives a meaning. */
  words: readonly string[];
  /** Names that it knows: types, registers, constants. */
  names?: readonly string[];
  /** Whether a text in braces is JSON, which colours its strings. */
  json?: boolean;
}

const REGISTERS = ["eax", "ebx", "ecx", "edx", "esi", "edi", "ebp", "esp", "ax", "bx", "cx", "dx", "al", "ah", "bl", "bh", "cl", "ch", "dl", "dh"];

export const WORDS: Readonly<Record<string, Words>> = {
  python: {
    comment: "#",
    words: ["and", "as", "assert", "break", "case", "class", "continue", "def", "del", "elif", "else", "except", "finally", "for", "from", "global", "if", "import", "in", "is", "lambda", "match", "nonlocal", "not", "or", "pass", "raise", "return", "try", "while", "with", "yield"],
    names: ["False", "None", "True", "abs", "all", "any", "bool", "dict", "enumerate", "float", "input", "int", "isinstance", "len", "list", "map", "max", "min", "print", "range", "reversed", "round", "self", "set", "sorted", "str", "sum", "tuple", "zip"],
  },
  javascript: {
    comment: "//",
    words: ["async", "await", "break", "case", "catch", "class", "const", "continue", "default", "delete", "do", "else", "export", "extends", "finally", "for", "function", "if", "in", "instanceof", "let", "new", "of", "return", "static", "super", "switch", "this", "throw", "try", "typeof", "var", "while", "yield"],
    names: ["Array", "false", "Infinity", "JSON", "length", "Map", "Math", "NaN", "null", "Number", "Object", "prompt", "Set", "String", "true", "undefined", "console"],
  },
  automaton: { comment: "#", words: ["->", "*", "-", "ε"], names: ["states", "initial", "accepting", "transitions", "alphabet", "layout"], json: true },
  expression: { comment: "# ", words: ["ε", "∅"] },
  machine: {
    comment: "#",
    words: ["input", "output", "variable", "machine", "parallel", "cascade", "interleaved", "initial", "state", "history", "preemptive", "default"],
    names: ["true", "false", "pure", "bool", "int"],
    json: true,
  },
  formula: { comment: "#", words: ["G", "F", "X", "N", "U", "R", "S", "H", "O", "not", "and", "or", "always", "globally", "eventually", "finally", "historically", "once"], names: ["true", "false"] },
  hybrid: {
    comment: "#",
    words: ["variables", "outputs", "parameter", "event", "signal", "initially", "automaton", "mode", "stay", "while", "when", "go", "to", "set", "at", "from", "any", "time"],
    json: true,
  },
  invariants: { comment: ";", words: ["invariant", "assert", "requires", "ensures", "const", "decreases", "forall", "exists", "old"], names: REGISTERS },
  assembly: {
    comment: ";",
    words: ["mov", "add", "sub", "inc", "dec", "cmp", "test", "jmp", "je", "jne", "jl", "jle", "jg", "jge", "jb", "jbe", "ja", "jae", "push", "pop", "call", "ret", "lea", "and", "or", "xor", "shl", "shr", "sar", "imul", "mul", "div", "idiv", "neg", "not", "loop", "nop", "cdq", "movzx", "movsx", "xchg"],
    names: REGISTERS,
  },
  toml: {
    comment: "#",
    words: ["subject", "title", "points", "difficulty", "kind", "feedback", "cost", "ladder", "per_attempt", "locale", "step", "verdict", "witness", "where", "text"],
    names: ["true", "false", "example", "place", "pattern", "fix", "hint", "category"],
    json: true,
  },
  notes: { comment: "//", words: [], names: ["major", "minor", "dur", "moll"] },
  run: { comment: "#", words: [] },
};
