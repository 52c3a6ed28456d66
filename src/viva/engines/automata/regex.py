"""Regular expressions in the notation of textbooks: parse, print, and turn into an automaton.

    union := sequence (('|' | '∪') sequence | '+' factor+)*        sequence := factor*        factor := atom postfix*
    postfix := '*' | '+' | '?' | '{' n (',' m?)? '}' | '^' (n | '*' | '+')
    atom := letter | '\\' character | 'ε' | '∅' | '.' (any letter) | '(' union ')'

A `+` is a union where something that can be joined follows it, and "once or more" elsewhere: `a+b` is a or b, `(ab)+`
is ab once or more. An alternative may be empty: `(b|)` is b or nothing. Blanks mean nothing. The empty word is also
written `λ`, `()` or `<empty>`, the empty language `<none>`, and any letter `Σ`; a character that is a letter of the
alphabet is always that letter, except for the operators, which need a backslash.
"""

from __future__ import annotations

from typing import NoReturn

from viva.core.records import dataclass
from viva.core.text.reading import THE_END, Misread, in_quotes, nothing_here, place_of, unfit
from viva.core.text.writing import Written
from viva.core.texts import Sentence
from viva.engines.automata.nfa import NFA
from viva.engines.automata.sentences import sentence

DEEPEST = 150
POSITIONS = 2_000
_OPERATORS = "|+∪*?{}()^\\"
_EMPTY_WORD = ("ε", "λ", "ϵ")
_ANY = (".", "Σ")
# Signs that other notations have and this one does not.
_FOREIGN = "[]$"
DIALECT = sentence("regex_dialect", times="{2,3}")


@dataclass(frozen=True, slots=True)
class Letter:
    letter: str


@dataclass(frozen=True, slots=True)
class Union:
    """Any of the parts; without parts the empty language."""

    parts: tuple[Regex, ...]


@dataclass(frozen=True, slots=True)
class Sequence:
    """The parts one after the other; without parts the empty word."""

    parts: tuple[Regex, ...]


@dataclass(frozen=True, slots=True)
class Star:
    body: Regex


Regex = Letter | Union | Sequence | Star

_UNION, _SEQUENCE, _REPEATED = range(3)  # how tightly they bind

EMPTY_WORD = Sequence(())
NOTHING = Union(())


def union_of(parts: list[Regex]) -> Regex:
    """The union, flat and without repetition."""
    flat: dict[Regex, None] = {}
    for part in parts:
        for inner in part.parts if isinstance(part, Union) else (part,):
            flat[inner] = None
    return next(iter(flat)) if len(flat) == 1 else Union(tuple(flat))


def sequence_of(parts: list[Regex]) -> Regex:
    """The sequence, flat; empty as soon as one part is the empty language."""
    flat: list[Regex] = []
    for part in parts:
        if part == NOTHING:
            return NOTHING
        flat.extend(part.parts if isinstance(part, Sequence) else (part,))
    return flat[0] if len(flat) == 1 else Sequence(tuple(flat))


def star_of(body: Regex) -> Regex:
    match body:
        case Star():
            return body
        case Union(parts=parts):
            kept = [part.body if isinstance(part, Star) else part for part in parts if part != EMPTY_WORD]
            return Star(union_of(kept)) if kept else EMPTY_WORD
        case Sequence(parts=()):
            return EMPTY_WORD
        case _:
            return Star(body)


def parse(text: str, alphabet: tuple[str, ...] | None = None) -> Regex:
    """The expression a text means. With an alphabet other letters are refused, and `.` stands for any of it.

    Raises `Misread` with line and column.
    """
    return _Parser(text, alphabet).parse()


def has_plus_as_choice(text: str, alphabet: tuple[str, ...] | None = None) -> bool:
    """Whether a text, which can be read, has a `+` that means a choice."""
    parser = _Parser(text, alphabet)
    parser.parse()
    return parser.plus_as_choice


def letters_of(regex: Regex) -> tuple[str, ...]:
    """The letters that occur, sorted."""
    found: set[str] = set()
    todo = [regex]
    while todo:
        match todo.pop():
            case Letter(letter=letter):
                found.add(letter)
            case Star(body=body):
                todo.append(body)
            case Union(parts=parts) | Sequence(parts=parts):
                todo.extend(parts)
    return tuple(sorted(found))


def size(regex: Regex) -> int:
    """How many letters, empty words and operators an expression has."""
    match regex:
        case Letter():
            return 1
        case Star(body=body):
            return 1 + size(body)
        case Union(parts=parts) | Sequence(parts=parts):
            return max(1, sum(size(part) for part in parts) + len(parts) - 1)


def show(regex: Regex, union: str = "|") -> str:
    """The expression as text; `parse(show(r))` means the same."""
    return _written(regex, union).text


def _written(regex: Regex, union: str) -> Written:
    match regex:
        case Letter(letter=letter):
            special = (
                letter in _OPERATORS
                or letter in _EMPTY_WORD
                or letter in _ANY
                or letter in f"∅<{_FOREIGN}"
                or letter.isspace()
            )
            return Written(f"\\{letter}" if special else letter)
        case Star(body=body):
            return Written(f"{_written(body, union).within(_REPEATED)}*")
        case Sequence(parts=()):
            return Written("ε")
        case Union(parts=()):
            return Written("∅")
        case Sequence(parts=parts):
            return Written("".join(_written(part, union).within(_SEQUENCE) for part in parts), _SEQUENCE)
        case Union(parts=parts):
            if EMPTY_WORD in parts and len(parts) > 1:
                rest = union_of([part for part in parts if part != EMPTY_WORD])
                return Written(f"{_written(rest, union).within(_REPEATED)}?")
            return Written(union.join(_written(part, union).within(_UNION) for part in parts), _UNION)


class _Parser:
    """Goes over the text once, with its own stack: a nested text cannot exhaust Python's."""

    def __init__(self, text: str, alphabet: tuple[str, ...] | None) -> None:
        self.text = text
        self.alphabet = alphabet
        self.known = frozenset(alphabet or ())
        self.index = 0
        self.positions = 0
        self.plus_as_choice = False

    def parse(self) -> Regex:
        # Each open bracket keeps the alternatives finished so far, the factors of the current one, and its place.
        stack: list[tuple[list[Regex], list[Regex], int]] = []
        alternatives: list[Regex] = []
        factors: list[Regex] = []
        opened = 0
        something = False
        while (character := self._peek()) is not None:
            place = self.index
            if character == "(":
                self.index += 1
                if len(stack) >= DEEPEST:
                    self._fail(sentence("regex_deep", most=DEEPEST), place, "too_complex")
                stack.append((alternatives, factors, opened))
                alternatives, factors, opened, something = [], [], place, False
            elif character == ")":
                if not stack:
                    self._fail(sentence("regex_closes_nothing"), place)
                self.index += 1
                body = union_of([*alternatives, sequence_of(factors)])
                alternatives, factors, opened = stack.pop()
                factors.append(self._postfixed(body))
                something = True
            elif character in "|∪" or (character == "+" and character not in self.known):
                if character == "+" and not something:
                    self._fail(unfit(sentence("regex_letter"), in_quotes(character)), place)
                self.index += 1
                self.plus_as_choice |= character == "+"
                alternatives.append(sequence_of(factors))
                factors, something = [], False
            else:
                factors.append(self._postfixed(self._atom(character)))
                something = True
        if stack:
            self._fail(sentence("regex_never_closed"), opened)
        if not something and not alternatives:
            self._fail(unfit(sentence("regex_letter"), THE_END), self.index)
        return union_of([*alternatives, sequence_of(factors)])

    def _atom(self, character: str) -> Regex:
        place = self.index
        for word, meaning in (("<empty>", EMPTY_WORD), ("<none>", NOTHING)):
            if self.text.startswith(word, place):
                self.index += len(word)
                return meaning
        self.index += 1
        if character == "\\":
            if self.index >= len(self.text):
                self._fail(unfit(sentence("regex_behind_backslash"), THE_END), place)
            self.index += 1
            escaped = self.text[self.index - 1]
            if escaped.isalnum() and escaped.isascii() and escaped not in self.known:
                self._fail(nothing_here(f"\\{escaped}"), place)
            return self._letter(escaped, place)
        if character in _FOREIGN and character not in self.known:
            self._fail(nothing_here(character), place)
        if character in _OPERATORS:
            self._fail(unfit(sentence("regex_letter"), in_quotes(character)), place)
        if character in self.known:
            return self._letter(character, place)
        if character in _EMPTY_WORD:
            return EMPTY_WORD
        if character == "∅":
            return NOTHING
        if character in _ANY and self.alphabet is not None:
            return union_of([self._letter(letter, place) for letter in self.alphabet])
        return self._letter(character, place)

    def _letter(self, letter: str, place: int) -> Regex:
        if self.alphabet is not None and letter not in self.known:
            letters = ", ".join(self.alphabet)
            remedy = sentence("regex_unknown_letter_remedy", letters=letters)
            self._fail(sentence("regex_unknown_letter", letter=repr(letter)), place, "unknown_letter", remedy)
        self._grow(1)
        return Letter(letter)

    def _postfixed(self, body: Regex) -> Regex:
        while (character := self._peek()) is not None:
            place = self.index
            if character == "*":
                self.index += 1
                body = star_of(body)
            elif character == "?":
                self.index += 1
                body = union_of([EMPTY_WORD, body])
            elif character == "+" and not self._joins(place + 1):
                self.index += 1
                body = self._repeated(body, 1, None)
            elif character == "^":
                self.index += 1
                following = self._peek()
                if following in ("*", "+"):
                    self.index += 1
                    body = star_of(body) if following == "*" else self._repeated(body, 1, None)
                else:
                    times = self._number(sentence("regex_power", mark="'^'"))
                    body = self._repeated(body, times, times)
            elif character == "{":
                body = self._counted(body)
            else:
                break
        return body

    def _counted(self, body: Regex) -> Regex:
        self.index += 1
        least = self._number(sentence("regex_number", mark="'{'"))
        most: int | None = least
        if self._peek() == ",":
            self.index += 1
            most = None if self._peek() == "}" else self._number(sentence("regex_number_or_end", mark="'}'"))
        if self._peek() != "}":
            self._fail(unfit("'}'", self._found()), self.index)
        self.index += 1
        if most is not None and most < least:
            self._fail(sentence("regex_nothing_between", least=least, most=most), self.index)
        return self._repeated(body, least, most)

    def _repeated(self, body: Regex, least: int, most: int | None) -> Regex:
        copies = least + 1 if most is None else most
        self._grow(letters(body) * max(0, copies - 1))
        if most is None:
            return sequence_of([*[body] * least, star_of(body)])
        optional: Regex = EMPTY_WORD
        for _ in range(most - least):
            optional = union_of([EMPTY_WORD, sequence_of([body, optional])])
            if most - least > DEEPEST:
                self._fail(sentence("regex_many_optional", most=DEEPEST), self.index, "too_complex")
        return sequence_of([*[body] * least, optional])

    def _joins(self, index: int) -> bool:
        """Whether something that a union could choose stands at this place."""
        while index < len(self.text) and self.text[index].isspace() and self.text[index] not in self.known:
            index += 1
        return index < len(self.text) and self.text[index] not in "|∪+*?{})^"

    def _number(self, expected: Sentence) -> int:
        self._peek()
        start = self.index
        while self.index < len(self.text) and self.text[self.index] in "0123456789":
            self.index += 1
        digits = self.text[start : self.index]
        if not digits:
            self._fail(unfit(expected, self._found()), start)
        if len(digits) > 5:
            self._fail(sentence("regex_many_repetitions", digits=digits[:8]), start, "too_complex")
        return int(digits)

    def _grow(self, positions: int) -> None:
        self.positions += positions
        if self.positions > POSITIONS:
            self._fail(sentence("regex_long", most=POSITIONS), self.index, "too_complex")

    def _peek(self) -> str | None:
        while self.index < len(self.text):
            character = self.text[self.index]
            if not character.isspace() or character in self.known:
                return character
            self.index += 1
        return None

    def _fail(
        self, problem: Sentence, index: int, reason: str = "syntax_error", remedy: Sentence | None = None
    ) -> NoReturn:
        if reason == "syntax_error" and remedy is None:
            remedy = DIALECT
        raise Misread(problem, *place_of(self.text, index), remedy, reason)

    def _found(self) -> str | Sentence:
        """What stands here."""
        return in_quotes(self.text[self.index]) if self.index < len(self.text) else THE_END


def letters(regex: Regex) -> int:
    """How many letters an expression has, each occurrence counted."""
    match regex:
        case Letter():
            return 1
        case Star(body=body):
            return letters(body)
        case Union(parts=parts) | Sequence(parts=parts):
            return sum(letters(part) for part in parts)


def automaton_of(regex: Regex, alphabet: tuple[str, ...]) -> NFA:
    """The position automaton (Glushkov): one state for each letter of the expression and one start, no epsilon."""
    letters: list[str] = []
    follow: list[set[int]] = []

    def visit(part: Regex) -> tuple[bool, list[int], list[int]]:
        """Whether the empty word is in it, and the positions it can begin and end with."""
        match part:
            case Letter(letter=letter):
                letters.append(letter)
                follow.append(set())
                return False, [len(letters)], [len(letters)]
            case Star(body=body):
                _, first, last = visit(body)
                for position in last:
                    follow[position - 1].update(first)
                return True, first, last
            case Union(parts=parts):
                seen = [visit(inner) for inner in parts]
                return (
                    any(nullable for nullable, _, _ in seen),
                    [position for _, first, _ in seen for position in first],
                    [position for _, _, last in seen for position in last],
                )
            case Sequence(parts=parts):
                nullable, first, last = True, list[int](), list[int]()
                for inner in parts:
                    inner_nullable, inner_first, inner_last = visit(inner)
                    for position in last:
                        follow[position - 1].update(inner_first)
                    first = first + inner_first if nullable else first
                    last = last + inner_last if inner_nullable else inner_last
                    nullable = nullable and inner_nullable
                return nullable, first, last

    nullable, first, last = visit(regex)
    column = {letter: index for index, letter in enumerate(alphabet)}
    rows = []
    for targets in (first, *follow):
        row: list[list[int]] = [[] for _ in alphabet]
        for position in sorted(targets):
            row[column[letters[position - 1]]].append(position)
        rows.append(tuple(tuple(states) for states in row))
    accepting = frozenset(last) | ({0} if nullable else frozenset())
    return NFA(alphabet, tuple(rows), ((),) * len(rows), (0,), accepting)
