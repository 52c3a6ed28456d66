"""What the paths of some runs depend on: comparisons between parts of the arguments, as facts that can be asked of any
other input. Where a run said them, they are proposals like all that is said there: whoever tells one has asked it of
inputs whose answers are known.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import field, replace

from viva.core.records import dataclass
from viva.engines.shapes import Shape
from viva.engines.symbolic.chance import frame_for, mine_constants
from viva.engines.symbolic.frames import Frame, Unfitting
from viva.engines.symbolic.path_terms import Pool, Term, evaluates
from viva.engines.symbolic.trace import Runner
from viva.languages.target import Target
from viva.sandbox import Sandbox

MOST_FACTS = 40
_LARGEST = 11  # parts of a comparison that a person can still read
_ARITHMETIC = frozenset({"+", "-", "*", "//", "%"})
_SIDES = _ARITHMETIC | {"k", "v"}
_EITHER_WAY = frozenset({"+", "*"})
_NAMED = re.compile(r"\d+(?:[~#]|\.0~?)?")  # an argument, its length, or its first element

Values = Mapping[str, int | float]


@dataclass(slots=True)
class Rows:
    """The variables of rows of arguments, worked out once for each row."""

    frame: Frame
    _known: dict[int, tuple[Sequence[object], Values | None]] = field(default_factory=dict)

    def values(self, row: Sequence[object]) -> Values | None:
        """None for arguments that do not have the shapes."""
        if id(row) not in self._known or self._known[id(row)][0] is not row:
            try:
                self._known[id(row)] = row, self.frame.values(row)
            except Unfitting:
                self._known[id(row)] = row, None
        return self._known[id(row)][1]


@dataclass(frozen=True, slots=True)
class Fact:
    """That a comparison is so, or is not: `term` is one of `<` and `==`, with sides made of arguments, their lengths,
    their first elements, numbers, and arithmetic. `own`: all of the arithmetic, up to its numbers, comes up in runs of
    the last of the programs that were followed."""

    term: Term
    truth: bool
    rows: Rows = field(repr=False, compare=False)
    own: bool = True

    def holds(self, row: Sequence[object]) -> bool:
        """Not of a row that lacks a part that it speaks of."""
        values = self.rows.values(row)
        if values is None or not self.term.variables <= values.keys():
            return False
        return evaluates(self.term, values) is self.truth

    def calculates(self, operators: Collection[str]) -> bool:
        """Whether one of these is in its arithmetic."""
        return any(term.operator in operators for term in _arithmetic(self.term))


def facts(
    targets: Sequence[tuple[Target, Sandbox]], shapes: Sequence[Shape], inputs: Sequence[Sequence[object]]
) -> tuple[Fact, ...]:
    """The comparisons of at least two parts of the arguments that runs on these inputs come to, each both ways and
    as an equality, in the order in which they come up."""
    frame, pool = frame_for(shapes, mine_constants(target for target, _ in targets)), Pool()
    rows = Rows(frame)
    found: dict[tuple[int, bool], Fact] = {}
    own: set[int] = set()
    with ExitStack() as stack:
        for target, sandbox in targets:
            runner = stack.enter_context(Runner(sandbox, target, frame, pool))
            own = set()
            for row in inputs:
                values = rows.values(row)
                trace = runner.run(values) if values is not None else None
                own |= {term.number for term in trace.terms} if trace else set()
                for branch in trace.branches if trace else ():
                    if branch.is_pin or not _can_be_said(branch.term):
                        continue
                    # At a boundary, where both sides are equal, is where comparisons are mistaken.
                    boundary = pool.term("==", *branch.term.operands)
                    for term, truth in ((branch.term, True), (branch.term, False), (boundary, True)):
                        found.setdefault((term.number, truth), Fact(term, truth, rows))
    forms = _forms(pool)
    met = {forms[number] for number in own}
    return tuple(
        replace(fact, own=all(forms[part.number] in met for part in _arithmetic(fact.term)))
        for fact in list(found.values())[:MOST_FACTS]
    )


def _forms(pool: Pool) -> list[int]:
    """For each term what it has in common with all that differ from it in their numbers, or in the order of summands
    and of factors. The operands of a term come before it."""
    known: dict[tuple[object, ...], int] = {}
    forms: list[int] = []
    for term in pool.terms:
        parts = [forms[operand.number] for operand in term.operands]
        key = (term.operator, term.name, *(sorted(parts) if term.operator in _EITHER_WAY else parts))
        forms.append(known.setdefault(key, len(known)))
    return forms


def _arithmetic(term: Term) -> Iterator[Term]:
    if term.operator in _ARITHMETIC:
        yield term
    for operand in term.operands:
        yield from _arithmetic(operand)


def _can_be_said(term: Term) -> bool:
    if term.operator not in ("<", "==") or term.size > _LARGEST or len(term.variables) < 2:
        return False
    return all(map(_is_side, term.operands))


def _is_side(term: Term) -> bool:
    if term.operator == "v":
        return _NAMED.fullmatch(term.name) is not None
    return term.operator in _SIDES and all(map(_is_side, term.operands))
