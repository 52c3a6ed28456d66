"""The class of wrong words: by a rule that says what the answer accepts, and by how many words of each length."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from viva.core.texts import Say
from viva.engines import logic
from viva.engines.automata import DFA, Wrong
from viva.engines.logic import Formula
from viva.engines.logic.english import words_that
from viva.engines.logic.formula import Constant
from viva.engines.logic.synthesis import described, is_small
from viva.engines.logic.zhang_shasha import distance
from viva.subjects.automata.judge import Judgement
from viva.subjects.automata.model import Language
from viva.subjects.automata.notation import is_formula

LENGTHS = 10
_NODES = 60


@dataclass(frozen=True, slots=True)
class Rule:
    """What an answer accepts as a formula; the asked formula, where one is known, and the tree edit distance to it."""

    accepted: Formula
    asked: Formula | None
    distance: int

    @property
    def nearness(self) -> float:
        """1 for the same formula, 0 where nothing of it is left or none is known."""
        if self.asked is None:
            return 0.0
        return max(0.0, 1.0 - self.distance / max(logic.size(self.accepted), logic.size(self.asked), 1))

    @property
    def edit(self) -> tuple[int, int] | None:
        """The distance and the size of the asked formula."""
        return None if self.asked is None else (self.distance, logic.size(self.asked))

    def told(self, alphabet: tuple[str, ...]) -> str:
        """What is accepted, and how that differs from what is asked."""
        if self.asked is None:
            return words_that(self.accepted, alphabet)
        return logic.contrast(self.accepted, self.asked).removeprefix("your automaton accepts ")


def rule(answer: DFA, language: Language) -> Rule | None:
    """None where no small formula means what the answer accepts."""
    if not is_small(answer):
        return None
    asked = language.description if is_formula(language.description) else described(language.minimal)
    if asked is not None and logic.size(asked) > _NODES:
        asked = None
    accepted = described(answer) if asked is None else logic.explaining_formula(answer, asked)
    if accepted is None or isinstance(accepted, Constant):
        return None
    return Rule(accepted, asked, 0 if asked is None else distance(accepted, asked))


def direction(judgement: Judgement) -> str:
    if judgement.accepted is not None and judgement.rejected is not None:
        return "both_ways"
    if not judgement.every_direction:
        return "some_way"
    return "too_generous" if judgement.accepted is not None else "too_strict"


def shares(judgement: Judgement, wrong: Sequence[Wrong] | None, say: Say) -> str:
    """In which direction it errs, and how many words of each length are wrong, where they were counted."""
    sentences = [say(f"pattern_{direction(judgement)}")]
    if wrong:
        parts = []
        for first, last in ((0, 4), (5, 7), (8, LENGTHS)):
            rows = wrong[first : last + 1]
            bad, every = sum(row.accepted + row.rejected for row in rows), sum(row.all for row in rows)
            parts.append(say("wrong_words", first=first, last=last, bad=f"{bad:,}", all=f"{every:,}"))
        sentences.append(say("pattern_words", parts="; ".join(parts)))
    return " ".join(sentences)
