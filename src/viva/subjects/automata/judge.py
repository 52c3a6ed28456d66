"""Compares an answer with the asked language: equal with a certificate, or a shortest wrong word in each direction."""

from __future__ import annotations

from dataclasses import dataclass

from viva.core.terms import Budget
from viva.engines.automata import DFA, Explosion, compare, shortest_only
from viva.engines.automata.lazily import first_extra, first_missing
from viva.subjects.automata.answer import Answer

ACCEPTED = "accepted but should not be"
REJECTED = "rejected but should be"


@dataclass(frozen=True, slots=True)
class Limits:
    """How much work each part of a check may take, from the steps of the budget. A step is about one move of an
    automaton, so the same answer gets the same report on every machine."""

    subsets: int
    pairs: int
    edits: int
    lengths: int

    @classmethod
    def of(cls, budget: Budget, letters: int = 2) -> Limits:
        steps = budget.steps
        return cls(max(1, steps // 200), max(1, steps // (10 * max(2, letters))), steps // 5, steps // 10)


@dataclass(frozen=True, slots=True)
class Judgement:
    """`equal` is None where the work ended first. `accepted` and `rejected` are the shortest wrong words of each
    direction; `every_direction` says that where one is None there is none."""

    equal: bool | None
    relation: tuple[tuple[int, int], ...] = ()
    accepted: str | None = None
    rejected: str | None = None
    every_direction: bool = True

    @property
    def wrong(self) -> list[tuple[str, str]]:
        """The wrong words with their directions, the shorter first."""
        found = [
            (word, way) for word, way in ((self.accepted, ACCEPTED), (self.rejected, REJECTED)) if word is not None
        ]
        return sorted(found, key=lambda each: (len(each[0]), each))


def judge(answer: Answer, asked: DFA, limits: Limits) -> Judgement:
    """Every wrong word was replayed on the automaton as submitted before it is in a judgement."""
    if answer.deterministic is None:
        return _lazily(answer, asked, limits)
    comparison = compare(answer.deterministic, asked)
    if comparison.equal:
        return Judgement(True, comparison.relation)
    words: list[str | None] = []
    every = True
    for left, right in ((answer.deterministic, asked), (asked, answer.deterministic)):
        try:
            words.append(shortest_only(left, right, limits.pairs))
        except Explosion:
            words.append(None)
            every = False
    if not every and words == [None, None]:
        word = comparison.word or ""
        words = [word, None] if asked.accepts(word) is False else [None, word]
    judgement = Judgement(False, (), words[0], words[1], every)
    _replay(judgement, answer, asked)
    return judgement


def _lazily(answer: Answer, asked: DFA, limits: Limits) -> Judgement:
    """An automaton with too many sets of states can still be refuted, and often proved."""
    accepted, first_ended = first_extra(answer.automaton, asked, limits.pairs)
    rejected, second_ended = first_missing(answer.automaton, asked, limits.subsets)
    every = first_ended and second_ended
    if accepted is None and rejected is None:
        return Judgement(True if every else None)
    judgement = Judgement(False, (), accepted, rejected, every)
    _replay(judgement, answer, asked)
    return judgement


def _replay(judgement: Judgement, answer: Answer, asked: DFA) -> None:
    for word, way in judgement.wrong:
        said, wanted = answer.automaton.accepts(word), asked.accepts(word)
        if said == wanted or said != (way == ACCEPTED):
            raise AssertionError(f"the word {word[:100]!r} does not show what it should")
