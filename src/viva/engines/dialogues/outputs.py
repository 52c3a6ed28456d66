"""Which lines an output allows, and blocks: all that may be written between two reads.

The paper fuses adjacent output steps into one step with a set of words. The set is kept here as the row of steps it
came from, which is a small automaton: from before step i it moves to after step i on a line that fits, or on nothing
where the step is optional. So twenty optional outputs are twenty steps and not a million words.

What counts as the same output, as a teacher would say it: white space at the ends of a line does not matter, and a
blank line is no output. A number next to free text must stand there as a whole: the free text may not hold its other
digits, its sign or its decimal part. A decimal may be written with any number of digits that is near enough.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from itertools import groupby

from viva.core.records import dataclass
from viva.engines.dialogues import predicates
from viva.engines.dialogues.evaluation import Environment, evaluate, show_decimal
from viva.engines.dialogues.model import Alternative, AnyText, Some, Values, Within, Write
from viva.engines.dialogues.notations.tokens import quote
from viva.engines.dialogues.predicates import AFTER, BEFORE, Chosen, Near, Piece, fix_predicate

TOLERANCE = Fraction(
    1, 200
)  # of a decimal, unless the specification says another: rounded to two digits is near enough


_MINUS_ZERO = re.compile(r"(?<![\w.])-(?=0+\.0+(?!\d))")


@dataclass(frozen=True, slots=True)
class Pattern:
    """One line: numbers, texts and free parts in a row. `any_case`: capital and small letters are alike."""

    pieces: tuple[Piece, ...]
    any_case: bool = False

    def fits(self, line: str) -> bool:
        """`-0.0` in a text is the number `0.0`: which of them a sum of decimals comes to is chance."""
        if self._fits(line):
            return True
        texts = (line, *(piece for piece in self.pieces if isinstance(piece, str)))
        if not any(_MINUS_ZERO.search(text) for text in texts):
            return False
        pieces = (_MINUS_ZERO.sub("", piece) if isinstance(piece, str) else piece for piece in self.pieces)
        return Pattern(tuple(pieces), self.any_case)._fits(_MINUS_ZERO.sub("", line))

    def _fits(self, line: str) -> bool:
        """Each fixed part is looked for once, so no line can make this slow."""
        if self.any_case:
            return self.in_small_letters()._fits(line.lower())
        if any(isinstance(piece, Near | Chosen) for piece in self.pieces) or self._wants_blanks:
            return predicates.fits(self.pieces, line)
        runs = _runs(self.pieces)
        line = line.lstrip()
        if len(runs) == 1:
            return line.rstrip() == runs[0].text
        first, *between, last = runs
        if not first.stands_at(line, 0):
            return False
        position = len(first.text)
        # The leftmost place is as good as any: what follows then has the most room.
        for run in between:
            found = run.find(line, position)
            if found < 0:
                return False
            position = found + len(run.text)
        start = len(line.rstrip()) - len(last.text)
        return not last.text or (start >= position and last.stands_at(line, start))

    @property
    def _wants_blanks(self) -> bool:
        """Whether a blank is asked for beside free text, which may be nothing: then it may stand at an end."""
        beside = zip(self.pieces, (None, *self.pieces), (*self.pieces[1:], None), strict=False)
        return any(
            isinstance(one, str) and one != one.strip() and (isinstance(left, AnyText) or isinstance(right, AnyText))
            for one, left, right in beside
        )

    @property
    def may_be_blank(self) -> bool:
        return all(
            isinstance(piece, AnyText) or (isinstance(piece, str) and not piece.strip()) for piece in self.pieces
        )

    def without_blanks(self) -> Pattern:
        pieces = (re.sub(r"\s", "", piece) if isinstance(piece, str) else piece for piece in self.pieces)
        return Pattern(tuple(pieces), self.any_case)

    def in_small_letters(self) -> Pattern:
        return Pattern(tuple(piece.lower() if isinstance(piece, str) else piece for piece in self.pieces))

    def show(self, free: str = "ANY", joint: str = " ++ ") -> str:
        """A lone number as the paper writes it, other fixed text in quotes."""
        shown: list[str] = []
        for is_free, group in groupby(self.pieces, lambda piece: isinstance(piece, AnyText)):
            fixed = list(group)
            if is_free:
                shown.append(free)
                continue
            for is_text, same in groupby(fixed, lambda piece: isinstance(piece, int | str)):
                texts = list(same)
                if not is_text:
                    shown.extend(map(str, texts))
                elif len(texts) == 1 and isinstance(texts[0], int):
                    shown.append(str(texts[0]))
                else:
                    shown.append(quote("".join(map(str, texts))))
        return joint.join(shown)


@dataclass(frozen=True, slots=True)
class _Run:
    """The fixed text between two free parts; its numbers must not go on `before` and `after` these places in it."""

    text: str
    before: tuple[int, ...]
    after: tuple[int, ...]

    def stands_at(self, line: str, position: int) -> bool:
        return (
            line.startswith(self.text, position)
            and all(BEFORE.match(line, position + start) for start in self.before)
            and all(AFTER.match(line, position + end) for end in self.after)
        )

    def find(self, line: str, position: int) -> int:
        """The first place from there on, or -1."""
        found = line.find(self.text, position)
        while found >= 0 and not self.stands_at(line, found):
            found = line.find(self.text, found + 1)
        return found


@lru_cache(maxsize=1024)
def _runs(pieces: tuple[Piece, ...]) -> tuple[_Run, ...]:
    fixed: list[list[int | str]] = [[]]
    for piece in pieces:
        if isinstance(piece, int | str):
            fixed[-1].append(piece)
        else:
            fixed.append([])
    while fixed[0] and isinstance(fixed[0][0], str) and not fixed[0][0].strip():
        fixed[0].pop(0)
    while fixed[-1] and isinstance(fixed[-1][-1], str) and not fixed[-1][-1].strip():
        fixed[-1].pop()
    if fixed[0] and isinstance(fixed[0][0], str):
        fixed[0][0] = fixed[0][0].lstrip()
    if fixed[-1] and isinstance(fixed[-1][-1], str):
        fixed[-1][-1] = fixed[-1][-1].rstrip()
    return tuple(_run(run) for run in fixed)


def _run(run: list[int | str]) -> _Run:
    text = "".join(str(piece) for piece in run)
    before: list[int] = []
    after: list[int] = []
    position = 0
    for piece in run:
        start, position = position, position + len(str(piece))
        # Where the fixed text itself goes on with the number ("-" ++ x_C), the teacher asked for that.
        if isinstance(piece, int) and BEFORE.match(text, start):
            before.append(start)
        if isinstance(piece, int) and AFTER.match(text, position):
            after.append(position)
    return _Run(text, tuple(before), tuple(after))


@dataclass(frozen=True, slots=True)
class Output:
    """One output step of a generalised trace: `!{...}`. `joined` are lines that write it together with what follows,
    each with how many steps it makes up for."""

    patterns: tuple[Pattern, ...]
    optional: bool = False
    joined: tuple[tuple[int, Pattern], ...] = ()

    @property
    def skippable(self) -> bool:
        return self.optional or any(pattern.may_be_blank for pattern in self.patterns)

    def fits(self, line: str) -> bool:
        return any(pattern.fits(line) for pattern in self.patterns)

    @property
    def choices(self) -> list[str]:
        """What it may write, as people read it; nothing for nothing."""
        return ([""] if self.optional else []) + [pattern.show() for pattern in self.patterns]

    def __str__(self) -> str:
        return "{" + ", ".join(choice or "ε" for choice in self.choices) + "}"


@dataclass(frozen=True, slots=True)
class Anything:
    """Any lines, also none: what may be written after an invalid value."""

    skippable: bool = True

    def fits(self, line: str) -> bool:
        del line
        return True

    def __str__(self) -> str:
        return "{ε, ANY, ...}"


@dataclass(frozen=True, slots=True)
class Remark:
    """One line of words that nobody asked for, or none: it has no digit, and none of the texts that count here."""

    reserved: tuple[str, ...]
    ends_with_colon: bool = False
    skippable: bool = True

    def fits(self, line: str) -> bool:
        if any(character.isdigit() for character in line):
            return False
        if self.ends_with_colon and not line.rstrip().endswith(":"):
            return False
        return not any(text.strip().lower() in line.lower() for text in self.reserved)

    def __str__(self) -> str:
        return "{ε, ANY}"


Step = Output | Anything | Remark
Block = tuple[Step, ...]


def output(write: Write, environment: Environment) -> Output:
    """What a write allows, given what was read: the paper's eval(Θ, Δ)."""
    patterns = (_pattern(alternative, environment) for alternative in write.alternatives)
    return Output(tuple(dict.fromkeys(patterns)), write.optional)


def _pattern(alternative: Alternative, environment: Environment) -> Pattern:
    pieces: list[Piece] = []
    for item in alternative:
        match item:
            case AnyText():
                pieces.append(item)
            case Some():
                pieces.append(fix_predicate(item, environment))
            case Within(term, tolerance):
                value = evaluate(term, environment)
                if isinstance(value, int | Fraction):
                    pieces.append(Near(Fraction(value), tolerance))
            case _:
                value = evaluate(item, environment)
                pieces.append(Near(value, TOLERANCE) if isinstance(value, Fraction) else _written(value))
    return Pattern(tuple(pieces))


def _written(value: int | str | Values) -> int | str:
    """A list, and a truth value, is written as Python prints it."""
    if isinstance(value, tuple):
        shown = (show_decimal(item) if isinstance(item, Fraction) else repr(item) for item in value)
        return f"[{', '.join(shown)}]"
    return str(value) if isinstance(value, bool) else value


States = frozenset[int]


def start(block: Block) -> States:
    return _closure(block, {0})


def advance(block: Block, states: States, line: str) -> States:
    """Where one more line leads; nowhere, if no step that can be next fits it."""
    if not line.strip():
        return states
    reached: set[int] = set()
    for state in states:
        if state < len(block) and block[state].fits(line):
            reached.add(state if isinstance(block[state], Anything) else state + 1)
        reached.update(state + count for count, pattern in _joined(block, state) if pattern.fits(line))
    return _closure(block, reached)


def _joined(block: Block, state: int) -> tuple[tuple[int, Pattern], ...]:
    step = block[state] if state < len(block) else None
    return step.joined if isinstance(step, Output) else ()


def ends(block: Block, states: States) -> bool:
    """Whether all that had to be written was."""
    return len(block) in states


def _closure(block: Block, states: Iterable[int]) -> States:
    reached = set(states)
    for state in sorted(reached):
        following = state
        while following < len(block) and block[following].skippable:
            following += 1
            if following in reached:
                break
            reached.add(following)
    return frozenset(reached)
