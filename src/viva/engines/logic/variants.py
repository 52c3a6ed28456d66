"""New languages of the same difficulty from one formula: abstraction, concretisation and filters, as in "Problem
Generation for DFA Construction", but the filters are exact.

Start in `choice.py` for what is varied. Candidates come by growing numbers of changes (`edits.py`), or are all
models of the paper's constraints (`constraints.py`). Every variant was compiled: what is promised of it is proved.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import permutations, product
from math import factorial
from random import Random
from typing import Literal

from viva.engines.automata import DFA, NFA, complement, minimise
from viva.engines.logic.choice import Literals, abstract
from viva.engines.logic.compiler import Compiler
from viva.engines.logic.concepts import concepts
from viva.engines.logic.constraints import concretisations
from viva.engines.logic.difficulty import Difficulty, difficulty
from viva.engines.logic.edits import edited
from viva.engines.logic.english import describe
from viva.engines.logic.formula import Binary, Formula, Not, Quantified
from viva.engines.logic.guesses import folded, guessing
from viva.engines.logic.tracks import TooLarge

# Letters that behave differently are renamed in every way, as long as there are no more ways than this.
_RENAMINGS = 5040


@dataclass(frozen=True, slots=True)
class Options:
    """`filter`: "strict" keeps the size and the concepts, "lenient" only drops trivial languages (section 4).
    `band` is by which part of itself the number of states may change: 0 is the same number, 0.2 the paper's.
    `nondeterministic` measures the states of the NFA that guesses what the formula guesses, not of the minimal DFA.
    `complement` allows the complement of the original. `search` is how candidates are found.
    `tries` is after how many candidates without a new variant there are no more."""

    filter: Literal["strict", "lenient"] = "strict"
    band: Fraction = Fraction(0)
    nondeterministic: bool = False
    complement: bool = False
    search: Literal["edits", "constraints"] = "edits"
    literals: Literals = field(default_factory=Literals)
    tries: int = 3000


@dataclass(frozen=True, slots=True)
class Variant:
    """`changes` is how many things differ from the original, None where the solver found it. `model_nfa` is a model
    answer for an NFA, where these were asked for."""

    formula: Formula
    automaton: DFA
    english: str
    difficulty: Difficulty
    changes: int | None
    model_nfa: NFA | None


def variants(
    formula: Formula,
    alphabet: Sequence[str],
    seed: int = 0,
    options: Options = Options(),  # noqa: B008
) -> Iterator[Variant]:
    """Variants of the language, nearest first; none has the language of the original (or, unless asked, of its
    complement), no two have the same language, not even after renaming letters. Ends when there are no more, or none
    within the tries; where there is none at all, nothing comes."""
    letters = tuple(alphabet)
    random = Random(seed)
    original = folded(formula, letters)
    judge = _Judge(original, letters, options)
    fruitless = 0
    for changes, candidate in _candidates(original, letters, options, random):
        variant = judge.variant(candidate, changes)
        if variant is not None:
            fruitless = 0
            yield variant
            continue
        fruitless += 1
        if fruitless > options.tries:
            return


def _candidates(
    formula: Formula, alphabet: tuple[str, ...], options: Options, random: Random
) -> Iterator[tuple[int | None, Formula]]:
    literals = options.literals
    if options.search == "constraints":
        choice = abstract(formula, alphabet, literals)
        seed = random.randrange(1 << 16)
        yield from ((None, each) for each in concretisations(choice, literals.keep_different, seed))
        return
    reaching = Literals(literals.keep_equal, literals.keep_different, literals.spread, max(literals.reach, 1))
    yield from edited(formula, alphabet, reaching, random)


class _Judge:
    """Decides which candidates are variants; remembers what was seen."""

    def __init__(self, original: Formula, alphabet: tuple[str, ...], options: Options) -> None:
        self.options = options
        self.alphabet = alphabet
        self.compiler = Compiler(alphabet)
        self.concepts: Counter[str] = concepts(original)
        automaton = self.compiler.automaton(original)
        self.states = self.measured(original, automaton)
        self.has_idle_parts = self.idle(original, automaton)
        self.tried: set[Formula] = {original}
        self.seen = {up_to_renaming(automaton)}
        if not options.complement:
            self.seen.add(up_to_renaming(minimise(complement(automaton))))

    def measured(self, formula: Formula, automaton: DFA) -> int:
        return len(guessing(formula, self.compiler)) if self.options.nondeterministic else len(automaton)

    def variant(self, formula: Formula, changes: int | None) -> Variant | None:
        if formula in self.tried:
            return None
        self.tried.add(formula)
        strict = self.options.filter == "strict"
        if strict and concepts(formula) != self.concepts:
            return None
        try:
            automaton = self.compiler.automaton(formula)
        except TooLarge:
            return None
        if len(automaton) == 1:
            return None
        if strict and not self.of_like_size(formula, automaton):
            return None
        key = up_to_renaming(automaton)
        if key in self.seen or (strict and not self.has_idle_parts and self.idle(formula, automaton)):
            return None
        self.seen.add(key)
        return Variant(
            formula,
            automaton,
            describe(formula, self.alphabet),
            difficulty(automaton),
            changes,
            guessing(formula, self.compiler) if self.options.nondeterministic else None,
        )

    def of_like_size(self, formula: Formula, automaton: DFA) -> bool:
        allowed = self.options.band * self.states
        if not self.options.nondeterministic:
            return abs(len(automaton) - self.states) <= allowed
        return abs(self.measured(formula, automaton) - self.states) <= allowed

    def idle(self, formula: Formula, automaton: DFA) -> bool:
        """Whether some part could be left out: then the formula uses fewer concepts than it shows."""
        return any(self.compiler.automaton(other) == automaton for other in shortened(formula))


def shortened(formula: Formula) -> Iterator[Formula]:
    """The formula with one connective replaced by one of its sides."""
    match formula:
        case Not(operand):
            yield from (Not(other) for other in shortened(operand))
        case Quantified(quantifier, variable, body):
            yield from (Quantified(quantifier, variable, other) for other in shortened(body))
        case Binary(connective, left, right):
            yield from (left, right)
            yield from (Binary(connective, other, right) for other in shortened(left))
            yield from (Binary(connective, left, other) for other in shortened(right))


def up_to_renaming(automaton: DFA) -> tuple[object, ...]:
    """Equal for minimal automata whose languages are equal after renaming letters.

    Letters that do the same everywhere need not be told apart, and letters that do not fit (by how many states they
    keep, and so on) are never exchanged. Where too many renamings are left, only the identical automaton is equal.
    """
    columns = list(zip(*automaton.moves, strict=True))
    accepting = automaton.accepting

    def profile(column: tuple[int, ...]) -> tuple[int, ...]:
        loops = sum(state == target for state, target in enumerate(column))
        kept = sum((state in accepting) == (target in accepting) for state, target in enumerate(column))
        into = sum(target in accepting for target in column)
        sizes = sorted(Counter(column).values())
        return (loops, kept, into, len({*column}), *sizes)

    groups: dict[tuple[int, ...], list[tuple[int, ...]]] = {}
    for column in sorted(columns, key=lambda column: (profile(column), column)):
        groups.setdefault(profile(column), []).append(column)
    ways = 1
    for group in groups.values():
        ways *= factorial(len({*group}))
    if ways > _RENAMINGS:
        return _numbered(automaton, columns)
    return min(
        _numbered(automaton, [column for group in order for column in group])
        for order in product(*(sorted({*permutations(group)}) for group in groups.values()))
    )


def _numbered(automaton: DFA, columns: list[tuple[int, ...]]) -> tuple[object, ...]:
    """The table with its columns in this order, numbered in the order of its first words."""
    number = {automaton.start: 0}
    order = [automaton.start]
    rows = []
    for state in order:
        row = []
        for column in columns:
            target = column[state]
            if target not in number:
                number[target] = len(order)
                order.append(target)
            row.append(number[target])
        rows.append(tuple(row))
    return tuple(rows), tuple(sorted(number[state] for state in automaton.accepting))
