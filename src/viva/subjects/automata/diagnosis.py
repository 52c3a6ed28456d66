"""What is wrong with a language: the fewest edits that mend it, the rule that the answer follows, and the wrong words.
`explain.py` puts that into words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field

from viva.core.records import dataclass
from viva.core.terms import Meter
from viva.engines import logic
from viva.engines.automata import (
    DFA,
    Explosion,
    Flip,
    Mending,
    Regex,
    Wrong,
    apply,
    as_nfa,
    counts,
    determinise,
    equivalent,
    fewest_edits,
    longest_word,
    minimise,
    minus,
    wrong_by_length,
)
from viva.engines.automata.repair.alignment import aligned_edits
from viva.engines.automata.repair.nfa_edits import GuessEdit, apply_to_machine, fewest_guess_edits
from viva.engines.automata.repair.regex_edits import one_change
from viva.engines.logic import Formula
from viva.engines.logic.formula import Binary, Constant, Occurrences, nodes
from viva.engines.logic.synthesis import is_small, synthesise
from viva.engines.logic.wording.phrases import overlaps_itself
from viva.engines.logic.zhang_shasha import distance, tree_size
from viva.subjects.automata.judge import Limits
from viva.subjects.automata.model import Answer, Language, Task
from viva.subjects.automata.notation import is_formula
from viva.subjects.automata.score import LENGTHS, Measures, by_description, by_edits, by_words

FEW_EDITS = 2
NEAR = 0.5
_LARGEST_EDITED = 20_000
_NODES = 60
_LARGEST_PRODUCT = 40_000


@dataclass(frozen=True, slots=True)
class Rule:
    """What an answer accepts as a formula; the asked formula, where one is known, and the tree edit distance to it.
    `given` says that the exercise itself asks by that formula."""

    accepted: Formula
    asked: Formula | None
    distance: int
    given: bool = False

    @property
    def nearness(self) -> float:
        """1 for the same formula, 0 where nothing of it is left or none is known."""
        if self.asked is None:
            return 0.0
        return max(0.0, 1.0 - self.distance / max(tree_size(self.accepted), tree_size(self.asked)))

    @property
    def is_plain(self) -> bool:
        """Whether a person would put it so. "This exactly if that", and counting occurrences that share letters, is for
        those who were asked for it."""
        if self.asked is None or not self.given:
            return not any(is_odd(each) for each in (self.accepted, self.asked) if each is not None)
        return not is_odd(self.accepted) or is_odd(self.asked)


def is_odd(formula: Formula) -> bool:
    return any(
        (isinstance(node, Binary) and node.connective == "<->")
        or (isinstance(node, Occurrences) and overlaps_itself(node.string))
        for node in nodes(formula)
    )


def rule(answer: DFA, language: Language) -> Rule | None:
    """None where no small formula means what the answer accepts."""
    if not is_small(answer):
        return None
    asked = _asked(language)
    accepted = synthesise(answer) if asked is None else logic.explaining_formula(answer, asked)
    if accepted is None or isinstance(accepted, Constant):
        return None
    given = is_formula(language.description)
    return Rule(accepted, asked, 0 if asked is None else distance(accepted, asked), given)


def _asked(language: Language) -> Formula | None:
    given = language.description
    asked = given if is_formula(given) else synthesise(language.minimal)
    return None if asked is not None and logic.size(asked) > _NODES else asked


def nearest_formulas(answer: DFA, language: Language) -> tuple[int, int] | None:
    """The smallest tree edit distance between formulas for what is accepted and for what is asked, and the size of the
    smallest one for what is asked; None where one of them has none. Both sides have the formulas that are known here:
    the smallest one, that of the exercise, and for the answer one that is near it."""
    named = _asked(language)
    asked = {each for each in (named, synthesise(language.minimal)) if each is not None}
    accepted = {each for each in (synthesise(answer),) if each is not None}
    if named is not None and is_small(answer):
        near = logic.explaining_formula(answer, named)
        accepted |= set() if near is None else {near}
    if not asked or not accepted:
        return None
    return min(distance(one, other) for one in asked for other in accepted), min(map(tree_size, asked))


@dataclass(frozen=True, slots=True)
class Difference:
    """The wrong words: those that are accepted and those that are rejected by mistake, each as a minimal automaton.
    `longest` is the length of the longest wrong word, None where there are infinitely many."""

    accepted: DFA
    rejected: DFA
    longest: int | None

    @property
    def count(self) -> int | None:
        """How many wrong words there are, where they are finitely many."""
        if self.longest is None:
            return None
        return sum(sum(counts(each, self.longest)) for each in (self.accepted, self.rejected))

    @property
    def lengths(self) -> list[int]:
        """The lengths of the wrong words, where they are finitely many."""
        if self.longest is None:
            return []
        both = zip(*(counts(each, self.longest) for each in (self.accepted, self.rejected)), strict=True)
        return [length for length, numbers in enumerate(both) if any(numbers)]


def difference(answer: DFA, asked: DFA) -> Difference | None:
    """None where it would be too large."""
    if len(answer.moves) * len(asked.moves) * len(asked.alphabet) > _LARGEST_PRODUCT:
        return None
    accepted, rejected = minimise(minus(answer, asked)), minimise(minus(asked, answer))
    ends = [longest_word(each) for each in (accepted, rejected)]
    known = [end for end in ends if end is not None]
    return Difference(accepted, rejected, max(known) if len(known) == len(ends) else None)


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """`mending` is of the automaton as drawn, or else of the minimal one of the same language (`is_own` False); then
    `guess` mends the drawn NFA, and `expression` is the submitted one after a single change.

    `minimal` is the minimal automaton of the answer. `which` are the wrong words, `wrong` how many there are of each
    length. `left_out` names what would have been too much work.
    """

    measures: Measures
    minimal: DFA | None = None
    mending: Mending | None = None
    is_own: bool = False
    wrong: tuple[Wrong, ...] | None = None
    which: Difference | None = None
    guess: tuple[GuessEdit, ...] | None = None
    expression: Regex | None = None
    rule: Rule | None = None
    left_out: tuple[str, ...] = field(default=("edits", "words"))

    @property
    def best(self) -> str:
        """The one to begin with: finitely many wrong words, a near rule, few edits, any rule, the words."""
        edits: Sequence[object] | None = self.guess
        if self.is_own and self.mending:
            edits = self.mending.edits
        if self.expression is not None:
            edits = (self.expression,)
        if self.which is not None and self.which.longest is not None:
            return "words"
        plain = self.rule is not None and self.rule.is_plain
        if self.rule and plain and self.rule.nearness >= NEAR:
            return "rule"
        if edits is not None and len(edits) <= FEW_EDITS:
            return "edits"
        return "rule" if plain else "words"


def diagnose(answer: Answer, task: Task, limits: Limits, meter: Meter) -> Diagnosis:
    """All three, as far as the work allows; an edit script that is told has been tried. The meter is only the net below
    the counted work: where it is spent, what is left is not explained."""
    left_out: list[str] = []
    dfa = answer.deterministic
    wrong: tuple[Wrong, ...] | None = None
    mending: Mending | None = None
    if dfa is None or meter.exhausted:
        return Diagnosis(Measures())
    small = len(dfa.moves) * len(dfa.alphabet) <= _LARGEST_EDITED
    guess: tuple[GuessEdit, ...] | None = None
    expression: Regex | None = None
    if small and not (task.deterministic and answer.is_deterministic):
        guess, expression = _nondeterministic(answer, task)
    own = answer.is_deterministic and guess is None
    minimal = minimise(dfa) if small else None
    edited = dfa if own or minimal is None else minimal
    if small and not meter.exhausted:
        mending = fewest_edits(edited, task.asked, work=limits.edits)
        if mending.edits is not None and not equivalent(apply(edited, mending.edits), task.asked):
            raise AssertionError("an edit script does not mend the automaton")
    else:
        left_out.append("edits")
    right = 0.0
    try:
        wrong = tuple(wrong_by_length(dfa, task.asked, LENGTHS, limits.lengths))
        right = by_words(dfa, task.asked, limits.lengths)
    except Explosion:
        left_out.append("words")
    found = rule(minimal, task.language) if minimal and not left_out and not meter.exhausted else None
    edits = 1 if expression is not None else _fewest(edited, task.asked, mending, guess)
    measures = Measures(
        right,
        by_edits(edits, task.asked) if minimal is None or len(minimal.moves) > 1 or _is_a_slip(mending) else 0.0,
        by_description(found.distance, tree_size(found.asked)) if found and found.asked is not None else 0.0,
    )
    which = difference(minimal, task.asked) if minimal else None
    return Diagnosis(measures, minimal, mending, own, wrong, which, guess, expression, found, tuple(left_out))


def _is_a_slip(mending: Mending | None) -> bool:
    """Whoever accepts nothing, or everything, has drawn no more than a stub, unless one change mends it or only the
    marks of the states were forgotten."""
    edits = mending.edits if mending else None
    return edits is not None and (len(edits) == 1 or all(isinstance(edit, Flip) for edit in edits))


def _fewest(edited: DFA, asked: DFA, mending: Mending | None, guess: Sequence[GuessEdit] | None) -> int:
    """The fewest edits, or where the search for them ended, those that need no search."""
    if guess is not None:
        return len(guess)
    if mending and mending.edits is not None:
        return len(mending.edits)
    return len(aligned_edits(edited, asked))


def _nondeterministic(answer: Answer, task: Task) -> tuple[tuple[GuessEdit, ...] | None, Regex | None]:
    """Edits of an NFA as it was drawn, or an expression with one change; each was tried."""
    if answer.machine is not None:
        edits = fewest_guess_edits(answer.machine, task.asked, task.epsilon)
        if edits is not None:
            mended = determinise(as_nfa(apply_to_machine(answer.machine, edits), task.alphabet))
            if not equivalent(mended, task.asked):
                raise AssertionError("an edit script does not mend the automaton")
        return edits, None
    if answer.expression is None:
        return None, None
    return None, one_change(answer.expression, task.asked)
