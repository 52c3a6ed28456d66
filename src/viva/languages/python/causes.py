"""The usual causes of syntax errors, one rule each, tried in the order in which they stand here."""

import keyword
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field, replace

from viva.core.records import dataclass
from viva.languages.program import NoProgram
from viva.languages.python.brackets import CLOSING, unclosed_brackets

_LONGEST = 1000
_BLOCKS = ("if", "elif", "else", "while", "for", "def", "class", "try", "except", "finally", "with", "match", "case")
_STARTS = (*_BLOCKS, "import", "from", "return", "print", "break", "continue", "pass", "global", "raise", "async")
_CURLY = "“”„‟‘’‚‛«»″′"
_LOOK_ALIKE = {
    "×": "*", "⋅": "*", "·": "*", "∗": "*", "÷": "/", "∕": "/", "−": "-", "–": "-", "—": "-", "‐": "-", "‑": "-",
    "＝": "=", "≤": "<=", "≥": ">=", "≠": "!=", "，": ",", "、": ",", "；": ";", "：": ":", "（": "(", "）": ")",
    "［": "[", "］": "]", "｛": "{", "｝": "}", "＋": "+", "＊": "*", "／": "/", "＜": "<", "＞": ">", "…": "...",
    "²": "**2", "³": "**3", "¬": "not", "∧": "and", "∨": "or", "∈": "in", "←": "=", "→": "->",
}  # fmt: skip
# What Python has for signs and words of other languages: the text to write, or the key of a sentence of its own.
_SIGNS = {
    "&&": "and", "||": "or", "++": "+= 1", "--": "-= 1", "=>": ">=", "=<": "<=", "<>": "!=", "!": "not",
    "?": "a if condition else b", ":=": "=", "function": "def", "func": "def",
}  # fmt: skip
_WORDS = {"then": "colon", "do": "colon", "switch": "switch", "var": "name", "let": "name", "const": "name"}


@dataclass(frozen=True, slots=True)
class Caret:
    line: int
    column: int
    width: int = 1


@dataclass(frozen=True, slots=True)
class Cause:
    kind: str
    slots: Mapping[str, str] = field(default_factory=dict)
    place: Caret | None = None


@dataclass(frozen=True, slots=True)
class _Error:
    """What the rules look at: Python's message, the line it complains about, and the words around the place."""

    message: str
    kind: str
    lines: Sequence[str]
    number: int
    column: int
    end_column: int

    @property
    def line(self) -> str:
        return self.lines[self.number - 1]

    @property
    def first(self) -> str:
        found = re.match(r"\s*([^\W\d]\w*)", self.line)
        return found[1] if found else ""

    @property
    def before(self) -> str:
        return self.line[: self.column - 1]

    @property
    def after(self) -> str:
        return self.line[self.column - 1 :]

    def at(self, position: int, width: int = 1) -> Caret:
        """A place in this line; `position` counts from 0."""
        return Caret(self.number, position + 1, width)


def find_cause(problem: NoProgram, lines: Sequence[str], line: int) -> Cause:
    lines = [text[:_LONGEST] for text in lines]  # some rules would take long on what is no line of a person
    column = min(problem.column or 1, _LONGEST)
    end = problem.end_column if problem.end_line == line and problem.end_column else column + 1
    error = _Error(problem.message, problem.kind, lines, line, column, end)
    for rule in _RULES:
        cause = rule(error)
        if cause is not None:
            beyond = (problem.column or 1) > _LONGEST and cause.place is not None and cause.place.line == line
            return replace(cause, place=None) if beyond else cause
    return Cause("other", {"message": problem.message})


def _indentation(error: _Error) -> Cause | None:
    if error.kind == "TabError":
        return Cause("tabs_and_spaces", place=error.at(0))
    block = re.match(r"expected an indented block after (?:'(\w+\*?)' statement|(\w+).*) on line (\d+)", error.message)
    if block:
        words = {"function": "def", "class": "class"}
        return Cause("missing_block", {"word": block[1] or words.get(block[2], block[2]), "start": block[3]})
    if error.kind == "IndentationError":
        indent = len(error.line) - len(error.line.lstrip())
        if "unexpected indent" in error.message:
            return Cause("unexpected_indent", place=error.at(0, max(1, indent)))
        if "unindent" in error.message:
            mixed = "\t" in error.line[:indent] or any(line.startswith("\t") for line in error.lines)
            return Cause("tabs_and_spaces" if mixed else "uneven_indent", place=error.at(0, max(1, indent)))
    return None


def _characters(error: _Error) -> Cause | None:
    found = re.match(r"invalid (?:character '(.)' |non-printable character )\(?U\+([0-9A-Fa-f]+)", error.message)
    if not found:
        return _behind_a_number(error)
    if found[1] is None:
        return Cause("invisible_character", {"character": f"U+{found[2]}"})
    if found[1] in _CURLY:
        return Cause("curly_quotes", {"character": found[1]})
    if found[1] in _LOOK_ALIKE:
        return Cause("look_alike", {"character": found[1], "meant": _LOOK_ALIKE[found[1]]})
    return Cause("strange_character", {"character": found[1]})


def _behind_a_number(error: _Error) -> Cause | None:
    """Earlier releases of 3.11 blame the number for an invisible character right behind it."""
    behind = re.match(r"[\w.]*", error.after)
    if "decimal literal" not in error.message or not behind:
        return None
    character = error.after[behind.end() : behind.end() + 1]
    if not character or character.isprintable():
        return None
    return Cause(
        "invisible_character", {"character": f"U+{ord(character):04X}"}, error.at(len(error.before) + behind.end())
    )


def _strings(error: _Error) -> Cause | None:
    if "unterminated triple-quoted" in error.message:
        return Cause("unclosed_long_string")
    if "f-string" in error.message and "unterminated" not in error.message:
        return Cause("braces_in_text")
    if "unterminated" not in error.message:
        return None
    quote = re.search("[\"']", error.after)
    character = quote[0] if quote else '"'
    inside = re.search(rf"{character}[^{character}]*\w({character})\w", error.before + character)
    if inside:
        return Cause("quote_in_string", {"quote": character}, error.at(inside.start(1)))
    return Cause("unclosed_string", {"quote": character})


def _brackets(error: _Error) -> Cause | None:
    never = re.match(r"'(.)' was never closed", error.message)
    if never:
        return Cause(
            "unclosed_bracket",
            {"bracket": never[1], "closing": CLOSING.get(never[1], ""), "start": str(error.number)},
        )
    unmatched = re.match(r"unmatched '(.)'", error.message)
    if unmatched:
        return Cause("unexpected_bracket", {"bracket": unmatched[1]})
    wrong = re.match(r"closing parenthesis '(.)' does not match opening parenthesis '(.)'", error.message)
    if wrong:
        opening = unclosed_brackets("\n".join([*error.lines[: error.number - 1], error.before]))
        return Cause(
            "wrong_bracket",
            {"bracket": wrong[1], "opening": wrong[2], "closing": CLOSING.get(wrong[2], ""), "end": str(error.number)},
            Caret(opening[-1].line, opening[-1].column) if opening else None,
        )
    return None


def _never_closed(error: _Error) -> Cause | None:
    """Python complains about what comes after a bracket that was forgotten."""
    if not error.message.startswith(("invalid syntax", "expected ':'")):
        return None
    around = unclosed_brackets("\n".join([*error.lines[: error.number - 1], error.before]))
    if not around:
        return None
    innermost = around[-1]
    colon = error.after.startswith(":") and innermost.character == "(" and error.first in _BLOCKS
    if not colon and innermost not in unclosed_brackets("\n".join(error.lines)):
        return None
    return Cause(
        "unclosed_bracket",
        {"bracket": innermost.character, "closing": CLOSING[innermost.character], "start": str(innermost.line)},
        Caret(innermost.line, innermost.column),
    )


def _else_if(error: _Error) -> Cause | None:
    found = re.match(r"\s*(else\s+if|elseif|elsif|elif\s+if)\b", error.line)
    return Cause("else_if", place=error.at(found.start(1), len(found[1]))) if found else None


def _assignments(error: _Error) -> Cause | None:
    message = error.message
    if error.first in ("if", "elif", "while", "assert") and "Maybe you meant '=='" in message:
        single = re.search(r"(?<![=!<>:+\-*/%])=(?!=)", error.line)
        return Cause("equals_in_condition", place=error.at(single.start()) if single else None)
    if "Maybe you meant '==' or ':='" in message:
        return Cause("equals_in_condition")
    target = re.match(r"cannot assign to (.+?)(?: here\..*)?$", message)
    if not target:
        return None
    word = error.line[error.column - 1 : error.end_column - 1]
    if target[1] in ("True", "False", "None", "__debug__", "ellipsis"):
        return Cause("assign_to_keyword", {"word": word or target[1]})
    return Cause(
        {"literal": "assign_to_literal", "function call": "assign_to_call"}.get(target[1], "assign_to_expression")
    )


def _messages(error: _Error) -> Cause | None:
    """Messages that say it all, so that they only have to be said more kindly."""
    message = error.message
    outside = re.match(r"'(\w+)' (?:outside|not properly in)", message)
    if outside:
        word = outside[1]
        kinds = {"break": "outside_loop", "continue": "outside_loop", "await": "await_outside_function"}
        return Cause(kinds.get(word, "outside_function"), {"word": word})
    if message.startswith("Missing parentheses in call to 'print'"):
        return Cause("print_without_brackets")
    for pattern, kind in (
        ("expected 'except' or 'finally'", "missing_except"),
        ("expected 'else' after 'if'", "missing_else"),
        (r"expected '\('", "missing_round_brackets"),
        ("invalid (?:decimal|hexadecimal|octal|binary|imaginary) literal", "number_and_name"),
        ("leading zeros", "leading_zero"),
        ("unexpected character after line continuation", "stray_backslash"),
        ("non-default argument|parameter without a default|positional argument follows", "argument_order"),
        ("duplicate argument", "duplicate_argument"),
    ):
        if re.match(pattern, message):
            return Cause(kind)
    return None


def _keyword_as_name(error: _Error) -> Cause | None:
    if not error.message.startswith(("invalid syntax", "expected")):
        return None
    found = re.match(r"\s*(?:(?:def|class|import|for)\s+)?(\w+)\s*(?:=(?!=)|\(|,|\bin\b)", error.line)
    if found and keyword.iskeyword(found[1]) and (found[0].rstrip().endswith("=") or found[1] != error.first):
        return Cause("keyword_as_name", {"word": found[1]}, error.at(found.start(1), len(found[1])))
    return None


def _misspelled(error: _Error) -> Cause | None:
    if not error.message.startswith(("invalid syntax", "expected ':'")):
        return None
    for found in re.finditer(r"[^\W\d]\w*", error.line[: max(error.column, error.end_column)]):
        word = found[0]
        first = word == error.first and not error.line[: found.start()].strip()
        meant = _nearest(word, _STARTS if first else ("in", "import", "else", "and", "or", "not", "is", "if", "for"))
        near = first or abs(found.start() + 1 - error.column) <= 1
        if meant and near and not re.match(r"\s*[=.([]", error.line[found.end() :]):
            return Cause("misspelled_keyword", {"word": word, "meant": meant}, error.at(found.start(), len(word)))
    return None


def _other_language(error: _Error) -> Cause | None:
    if not error.message.startswith(("invalid syntax", "expected ':'")):
        return None
    start = max(0, error.column - 3)
    for sign in ("&&", "||", "++", "--", "=>", "=<", "<>", ":=", "!", "?"):
        position = error.line.find(sign, start, error.column + 2)
        if position >= 0 and not error.line.startswith("!=", position):
            return _of_another_language(sign, error.at(position, len(sign)))
    for found in re.finditer(r"[^\W\d]\w*", error.line):
        word = found[0]
        if (word in _SIGNS or word in _WORDS) and (word == error.first or word in ("then", "do")):
            return _of_another_language(word, error.at(found.start(), len(word)))
    declared = re.match(r"\s*(int|float|double|string|bool|char|str)\s+\w+\s*(=|$)", error.line)
    if declared:
        return Cause("other_language_name", {"word": declared[1]}, error.at(declared.start(1), len(declared[1])))
    return None


def _of_another_language(word: str, place: Caret) -> Cause:
    if word in _SIGNS:
        return Cause("other_language", {"word": word, "meant": _SIGNS[word]}, place)
    return Cause(f"other_language_{_WORDS[word]}", {"word": word}, place)


def _without_beginning(error: _Error) -> Cause | None:
    alone = error.first in ("else", "elif", "except", "finally") and not error.before.strip()
    return Cause("without_beginning", {"word": error.first}) if alone and error.message == "invalid syntax" else None


def _missing_colon(error: _Error) -> Cause | None:
    code = re.sub(r"\s*#.*", "", error.line).rstrip()
    if error.first not in _BLOCKS or not (
        error.message == "expected ':'" or error.message.startswith("invalid syntax")
    ):
        return None
    if error.message == "expected ':'" or (":" not in code and error.first not in ("match", "case")):
        if (
            error.message != "expected ':'"
            and error.column > len(code)
            and code.strip() in ("if", "elif", "while", "for")
        ):
            return Cause("missing_value", {"word": code.strip()})
        return Cause("missing_colon", {"word": error.first}, error.at(error.column - 1))
    return None


def _side_by_side(error: _Error) -> Cause | None:
    if not error.message.startswith("invalid syntax"):
        return None
    marked = error.line[error.column - 1 : error.end_column - 1]
    comma = "forgot a comma" in error.message
    previous = re.search(r"\w+\s*$", error.before)
    words = marked if comma or previous is None else previous[0] + marked
    plain = re.fullmatch(r"[^\W\d]\w*(?:\s+[^\W\d]\w*)+", words.strip())
    if plain and not any(keyword.iskeyword(word) for word in words.split()):
        texts = comma and re.search(r"\b(?:print|input)\s*\($", error.before)
        if texts or (not comma and re.search(r"=\s*\w+\s*$", error.before)):
            return Cause("missing_quotes", {"words": words.strip()})
    return Cause("missing_comma", place=error.at(error.column - 1, max(1, len(marked)))) if comma else None


def _missing_value(error: _Error) -> Cause | None:
    rest = re.sub(r"#.*", "", error.after).strip()
    word = re.search(r"(\w+|[^\w\s]+)\s*$", error.before)
    if error.message.lower().startswith(("invalid syntax", "expected one or more names")) and not rest and word:
        return Cause("missing_value", {"word": word[1]})
    return None


def _nearest(word: str, known: Sequence[str]) -> str | None:
    """The keyword that this is a slip of the fingers for: two letters swapped, one too many, missing or wrong."""
    if keyword.iskeyword(word) or word in known or len(word) < 2:
        return None
    return next((meant for meant in known if _is_slip(word, meant)), None)


def _is_slip(word: str, meant: str) -> bool:
    if word.lower() == meant or sorted(word.lower()) == sorted(meant):
        return True
    if len(meant) < 4 or abs(len(word) - len(meant)) > 1:
        return False
    start = next((i for i, (a, b) in enumerate(zip(word, meant, strict=False)) if a != b), min(len(word), len(meant)))
    return any(word[start + skipped :] == meant[start + left_out :] for skipped, left_out in ((1, 1), (1, 0), (0, 1)))


_RULES: tuple[Callable[[_Error], Cause | None], ...] = (
    _indentation,
    _characters,
    _strings,
    _brackets,
    _else_if,
    _messages,
    _keyword_as_name,
    _assignments,
    _never_closed,
    _other_language,
    _without_beginning,
    _misspelled,
    _missing_colon,
    _side_by_side,
    _missing_value,
)
