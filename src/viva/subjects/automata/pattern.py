"""The class of wrong words: by a rule that says what the answer accepts, by which words are wrong, and by how many."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from viva.core.rungs import Clue
from viva.core.terms import ENGLISH
from viva.core.texts import Say
from viva.engines import logic
from viva.engines.automata import DFA, Wrong, counts, minimise
from viva.engines.logic.synthesis import is_small, smallest_formula
from viva.engines.logic.wording.english import words_that
from viva.engines.logic.wording.telling import simply
from viva.subjects.automata.diagnosis import NEAR, Diagnosis, Difference, Rule, is_odd
from viva.subjects.automata.judge import Judgement
from viva.subjects.automata.model import Answer
from viva.subjects.automata.score import LENGTHS

# A class of wrong words is told where it takes no more than this to say which they are.
_SIMPLE, _STEPS, _MOST_WORDS = 5, 4_000, 14
_FEW = 8
_LONGEST_RULE = 140  # characters; nobody compares two longer rules


def pattern(answer: Answer, judgement: Judgement, why: Diagnosis, say: Say) -> list[Clue]:
    """The rule and the wrong words, the better explanation first. Beside finitely many wrong words a rule of another
    kind only confuses."""
    everything = constant(why)
    if everything:
        return [Clue(say(f"pattern_{everything}"))]
    found = [Clue(shares(judgement, why.wrong, why.which, say))]
    if why.rule and why.rule.is_plain and (why.best != "words" or why.measures.description > NEAR):
        told = _rule(why.rule, answer.automaton.alphabet, say)
        told = told if told and len(told) <= _LONGEST_RULE else None
        if told is not None:
            found.insert(0 if why.best == "rule" else 1, Clue(told))
    return found


def constant(why: Diagnosis) -> str:
    """Whether the answer accepts nothing, or everything."""
    if why.minimal is None or len(why.minimal.moves) > 1:
        return ""
    return "everything" if why.minimal.accepting else "nothing"


def _rule(rule: Rule, alphabet: tuple[str, ...], say: Say) -> str | None:
    """What is accepted, and how that differs from what is asked; None where the language of the reader has no words
    for it."""
    if say("descriptions") != ENGLISH:
        accepted = simply(rule.accepted, say("descriptions"))
        asked = None if rule.asked is None else simply(rule.asked, say("descriptions"))
        if accepted is None or (asked is None and rule.asked is not None):
            return None
        return say("rule", accepted=accepted) if asked is None else say("rule_asked", accepted=accepted, asked=asked)
    if rule.asked is None:
        return say("rule", accepted=words_that(rule.accepted, alphabet))
    both = logic.contrast(rule.accepted, rule.asked)
    return say("rule_bound" if both.bound else "rule_asked", accepted=both.accepted, asked=both.asked)


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
    for key, language in (("pattern_accepted", which.accepted), ("pattern_missing", which.rejected)):
        count = sum(counts(language, lengths[-1]))
        if count and lengths != [0]:
            yield say(f"{key}_every") if count == every else say(f"{key}_of", count=count, all=every)


def _simple(language: DFA, locale: str) -> str | None:
    """Which words these are, if that takes few words. Exactly these: the formula was compiled and compared."""
    if len(language.moves) == 1 or not is_small(language):
        return None
    formula = smallest_formula(language, _SIMPLE, _STEPS)
    if formula is None:
        return None
    if is_odd(formula):
        return None
    told = words_that(formula, language.alphabet) if locale == ENGLISH else simply(formula, locale)
    return told if told is not None and len(told.split()) <= _MOST_WORDS else None
