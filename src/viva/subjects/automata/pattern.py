"""The class of wrong words: by a rule that says what the answer accepts, by which words are wrong, and by how many."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from viva.core.terms import ENGLISH
from viva.core.texts import Say
from viva.engines import logic
from viva.engines.automata import DFA, Wrong, counts, longest_word, minimise, minus
from viva.engines.logic import Formula
from viva.engines.logic.english import words_that
from viva.engines.logic.formula import Binary, Constant, Occurrences, nodes
from viva.engines.logic.phrases import overlaps_itself
from viva.engines.logic.synthesis import described, is_small, smallest_formula
from viva.engines.logic.telling import simply
from viva.engines.logic.zhang_shasha import distance, tree_size
from viva.subjects.automata.judge import Judgement
from viva.subjects.automata.model import Language
from viva.subjects.automata.notation import is_formula
from viva.subjects.automata.score import LENGTHS

_NODES = 60
_LARGEST_PRODUCT = 40_000
# A class of wrong words is told where it takes no more than this to say which they are.
_SIMPLE, _STEPS, _MOST_WORDS = 5, 4_000, 14
_FEW = 8


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
            return not any(_is_odd(each) for each in (self.accepted, self.asked) if each is not None)
        return not _is_odd(self.accepted) or _is_odd(self.asked)

    def told(self, alphabet: tuple[str, ...], say: Say) -> str | None:
        """What is accepted, and how that differs from what is asked; None where the language of the reader has no words
        for it."""
        if say("descriptions") != ENGLISH:
            accepted = simply(self.accepted, say("descriptions"))
            asked = None if self.asked is None else simply(self.asked, say("descriptions"))
            if accepted is None or (asked is None and self.asked is not None):
                return None
            return (
                say("rule", accepted=accepted) if asked is None else say("rule_asked", accepted=accepted, asked=asked)
            )
        if self.asked is None:
            return say("rule", accepted=words_that(self.accepted, alphabet))
        both = logic.contrast(self.accepted, self.asked)
        return say("rule_bound" if both.bound else "rule_asked", accepted=both.accepted, asked=both.asked)


def _is_odd(formula: Formula) -> bool:
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
    accepted = described(answer) if asked is None else logic.explaining_formula(answer, asked)
    if accepted is None or isinstance(accepted, Constant):
        return None
    given = is_formula(language.description)
    return Rule(accepted, asked, 0 if asked is None else distance(accepted, asked), given)


def _asked(language: Language) -> Formula | None:
    given = language.description
    asked = given if is_formula(given) else described(language.minimal)
    return None if asked is not None and logic.size(asked) > _NODES else asked


def nearest_formulas(answer: DFA, language: Language) -> tuple[int, int] | None:
    """The smallest tree edit distance between formulas for what is accepted and for what is asked, and the size of the
    smallest one for what is asked; None where one of them has none. Both sides have the formulas that are known here:
    the smallest one, that of the exercise, and for the answer one that is near it."""
    named = _asked(language)
    asked = {each for each in (named, described(language.minimal)) if each is not None}
    accepted = {each for each in (described(answer),) if each is not None}
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


def few(wrong: Difference | None) -> bool:
    """Whether there are so few wrong words that all of them can be listed."""
    return wrong is not None and wrong.count is not None and wrong.count <= _FEW


def direction(judgement: Judgement) -> str:
    if judgement.accepted is not None and judgement.rejected is not None:
        return "both_ways"
    if not judgement.every_direction:
        return "some_way"
    return "too_generous" if judgement.accepted is not None else "too_strict"


def shares(judgement: Judgement, wrong: Sequence[Wrong] | None, which: Difference | None, say: Say) -> str:
    """In which direction it errs, which words are wrong where that is simple, and how many, where they were counted."""
    if which is not None and which.longest is not None:
        return " ".join(_finitely_many(which, say))
    if which is not None and is_opposite(which):
        return say("pattern_opposite")
    sentences = [_which(direction(judgement), which, say)]
    rows = (wrong or ())[: LENGTHS + 1]
    bad, every = sum(row.accepted + row.rejected for row in rows), sum(row.all for row in rows)
    if bad:
        sentences.append(say("pattern_count", length=LENGTHS, bad=bad, all=every))
    return " ".join(sentences)


def is_opposite(which: Difference) -> bool:
    """Whether every word is wrong."""
    return which.accepted == minimise(_everything_but(which.rejected))


def _which(way: str, which: Difference | None, say: Say) -> str:
    accepted = rejected = None
    if which is not None:
        accepted, rejected = (_simple(each, say("descriptions")) for each in (which.accepted, which.rejected))
    if way == "too_generous" and accepted:
        return say("pattern_also", words=accepted)
    if way == "too_strict" and rejected:
        return say("pattern_lacks", words=rejected)
    if way == "both_ways" and accepted and rejected:
        return say("pattern_also_and_lacks", accepted=accepted, rejected=rejected)
    return say(f"pattern_{way}")


def _everything_but(language: DFA) -> DFA:
    states = frozenset(range(len(language.moves)))
    return DFA(language.alphabet, language.moves, language.start, states - language.accepting)


def _finitely_many(which: Difference, say: Say) -> Iterator[str]:
    """How long the wrong words are, and how many of all words of these lengths are wrong in which way."""
    lengths = which.lengths
    if len(lengths) == 1:
        yield say("pattern_only_length", length=lengths[0]) if lengths[0] else say("pattern_only_empty")
    else:
        yield say("pattern_only_short", length=lengths[-1])
    within = lengths if len(lengths) == 1 else range(lengths[-1] + 1)
    every = sum(len(which.accepted.alphabet) ** length for length in within)
    for key, language in (("pattern_accepted_of", which.accepted), ("pattern_missing_of", which.rejected)):
        count = sum(counts(language, lengths[-1]))
        if count and lengths != [0]:
            yield say(key, count=count, all=every)


def _simple(language: DFA, locale: str) -> str | None:
    """Which words these are, if that takes few words. Exactly these: the formula was compiled and compared."""
    if len(language.moves) == 1 or not is_small(language):
        return None
    formula = smallest_formula(language, _SIMPLE, _STEPS)
    if formula is None:
        return None
    if _is_odd(formula):
        return None
    told = words_that(formula, language.alphabet) if locale == ENGLISH else simply(formula, locale)
    return told if told is not None and len(told.split()) <= _MOST_WORDS else None
