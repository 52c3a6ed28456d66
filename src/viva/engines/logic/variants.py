"""New languages of the same difficulty from one formula: abstraction, concretisation and filters, as in "Problem
Generation for DFA Construction", but the filters are exact.

Start in `choice.py` for what is varied. Candidates come by growing numbers of changes (`edits.py`), or are all
models of the paper's constraints (`constraints.py`). Every variant was compiled: what is promised of it is proved.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Literal

from viva.core.records import dataclass
from viva.engines.automata import DFA, NFA, complement
from viva.engines.automata.profile import Profile, profile, up_to_renaming
from viva.engines.logic.choice import Literals, abstract
from viva.engines.logic.compiler import Compiler
from viva.engines.logic.concepts import concepts
from viva.engines.logic.constraints import concretisations
from viva.engines.logic.edits import MOST_CHANGES, formulas_at_distance, nearby_formulas
from viva.engines.logic.exchanges import exchange_one_part, uses_similar_concepts
from viva.engines.logic.formula import Binary, Formula, Not, Quantified, nodes
from viva.engines.logic.guesses import fold_letters, guesses_letters, guessing, unfold_letters
from viva.engines.logic.tracks import TooLarge
from viva.engines.logic.wording.english import describe

BAND = Fraction(1, 5)
# Nobody should have to read these twice, nor a sentence of more words.
_CLUMSY = ("positions in ", "position in ", "it is not true", "it is true", "it holds that", "is allowed", " if if ")
_MOST_WORDS = 30
_LARGEST_DRAWN = 100


@dataclass(frozen=True, slots=True)
class Options:
    """`filter`: "strict" keeps the size and the concepts, "lenient" only drops trivial languages (section 4).
    `band` is by which part of itself the number of states may change: 0.2 is the paper's, 0 is the same number.
    `nondeterministic` measures the states of the NFA that guesses what the formula guesses, not of the minimal DFA; so
    are languages whose DFA has over a hundred states.
    `complement` allows the complement of the original. `search` is how candidates are found. `literals` None keeps
    equal literals equal and different ones different, and when all such candidates are through, tries others too, then
    with strings that are a letter longer or shorter, and at last with one part that says something else of the same
    kind. `tries` is after how many candidates without a new variant there are no more of their kind, `work` what may be
    spent on each."""

    filter: Literal["strict", "lenient"] = "strict"
    band: Fraction = BAND
    nondeterministic: bool = False
    complement: bool = False
    search: Literal["edits", "constraints"] = "edits"
    literals: Literals | None = None
    tries: int = 1500
    work: int = 50_000


@dataclass(frozen=True, slots=True)
class Variant:
    """`formula` is in the notation of the original: where that guesses no letter, neither does this. `idea` is the same
    as it was varied. `changes` is how many things differ from the original, None where the solver found it. `model_nfa`
    is a model answer for an NFA, where these were asked for."""

    formula: Formula
    idea: Formula
    automaton: DFA
    english: str
    difficulty: Profile
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
    within the tries; where there is none at all, nothing comes. What exchanges a concept comes last."""
    letters = tuple(alphabet)
    random = Random(seed)
    original = fold_letters(formula, letters)
    judge = Judge(original, letters, options, not guesses_letters(formula))
    for similar, candidates in _stages(original, letters, options, random):
        fruitless = 0
        for changes, candidate in candidates:
            variant = judge.variant(candidate, changes, similar=similar)
            if variant is not None:
                fruitless = 0
                yield variant
                continue
            fruitless += 1
            if fruitless > options.tries:
                break


Candidates = Iterator[tuple[int | None, Formula]]


def _stages(
    formula: Formula, alphabet: tuple[str, ...], options: Options, random: Random
) -> Iterator[tuple[bool, Candidates]]:
    """Each with whether its candidates need only use similar concepts, and not the same."""
    yield False, _candidates(formula, alphabet, options, random)
    if options.search == "edits" and options.literals is None:
        found = [(MOST_CHANGES + 1, other) for other in exchange_one_part(formula, alphabet)]
        random.shuffle(found)
        yield True, iter(found)
        kept = Literals(reach=1)
        yield (
            True,
            (
                (MOST_CHANGES + 2, each)
                for _, other in found
                for each in formulas_at_distance(other, alphabet, kept, 1, random)
            ),
        )


def _candidates(formula: Formula, alphabet: tuple[str, ...], options: Options, random: Random) -> Candidates:
    if options.search == "constraints":
        literals = options.literals or Literals()
        choice = abstract(formula, alphabet, literals)
        seed = random.randrange(1 << 16)
        yield from ((None, each) for each in concretisations(choice, literals.keep_different, seed))
    elif options.literals is not None:
        yield from nearby_formulas(formula, alphabet, options.literals, random)
    else:
        kept = Literals(reach=1)
        free = Literals(keep_equal=False, keep_different=False, reach=1)
        for changes in range(1, MOST_CHANGES + 1):
            for literals in (kept, free, replace(kept, lengths=1)):
                yield from (
                    (changes, each) for each in formulas_at_distance(formula, alphabet, literals, changes, random)
                )


class Judge:
    """Decides which candidates are variants; remembers what was seen."""

    def __init__(
        self, original: Formula, alphabet: tuple[str, ...], options: Options, fixed_notation: bool = False
    ) -> None:
        self.options = options
        self.fixed_notation = fixed_notation
        self.alphabet = alphabet
        self.compiler = Compiler(alphabet)
        self.concepts: Counter[str] = concepts(original)
        automaton = self.compiler.automaton(original)
        # Nobody draws a DFA of so many states: it is the guesses that make such a language hard.
        self.nondeterministic = options.nondeterministic or len(automaton) > _LARGEST_DRAWN
        self.states = len(guessing(original, self.compiler) if self.nondeterministic else automaton)
        self.has_idle_parts = self.idle(original, automaton)
        self.is_hard_to_say = is_hard_to_say(original, describe(original, alphabet))
        self.tried: set[Formula] = {original}
        # The original may be as large as it likes; candidates that are much larger are of no use.
        self.compiler.work.limit = options.work
        self.seen = {up_to_renaming(automaton)}
        if not options.complement:
            self.seen.add(up_to_renaming(complement(automaton)))

    def variant(self, formula: Formula, changes: int | None, *, similar: bool = False) -> Variant | None:
        """`similar` lets one concept be exchanged for another."""
        if formula in self.tried:
            return None
        strict = self.options.filter == "strict"
        used = concepts(formula) if strict else self.concepts
        if used != self.concepts and not (similar and uses_similar_concepts(used, self.concepts)):
            return None
        self.tried.add(formula)
        try:
            # The NFA is measured first: it may be far smaller than the DFA of what is not wanted anyway.
            guesser = guessing(formula, self.compiler) if self.nondeterministic else None
            if strict and guesser is not None and not self.of_like_size(len(guesser)):
                return None
            automaton = self.compiler.automaton(formula)
        except TooLarge:
            return None
        if len(automaton) == 1 or (strict and guesser is None and not self.of_like_size(len(automaton))):
            return None
        key = up_to_renaming(automaton)
        if key in self.seen or (strict and not self.has_idle_parts and self.idle(formula, automaton)):
            return None
        english = describe(formula, self.alphabet)
        if strict and not self.is_hard_to_say and is_hard_to_say(formula, english):
            return None
        self.seen.add(key)
        return Variant(
            unfold_letters(formula, self.alphabet) if self.fixed_notation else formula,
            formula,
            automaton,
            english,
            profile(automaton),
            changes,
            guesser,
        )

    def of_like_size(self, states: int) -> bool:
        return abs(states - self.states) <= self.options.band * self.states

    def idle(self, formula: Formula, automaton: DFA) -> bool:
        """Whether some part could be left out: then the formula uses fewer concepts than it shows."""
        for other in shortened(formula):
            try:
                if self.compiler.automaton(other) == automaton:
                    return True
            except TooLarge:  # so it is another one
                continue
        return False


def is_hard_to_say(formula: Formula, english: str) -> bool:
    """Whether a sentence is long or clumsy, or its quantifiers are of a kind that nobody uses: that there is a position
    for which, if something holds, then something else does; that two things hold of every position, or one if either of
    two others does."""
    if len(english.split()) > _MOST_WORDS or any(phrase in english for phrase in _CLUMSY):
        return True
    for node in nodes(formula):
        match node:
            case Quantified("ex0" | "ex1" | "ex2", _, Binary("->" | "<->")):
                return True
            case Quantified("all0" | "all1" | "all2", _, Binary("and") | Binary("->", Binary("or"))):
                return True
    # "If" is said where it is meant, and not to save words.
    implies = any(isinstance(node, Binary) and node.connective in ("->", "<->") for node in nodes(formula))
    return not implies and (" if " in english)


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
