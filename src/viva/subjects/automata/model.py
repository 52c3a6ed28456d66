"""Start reading here: what an exercise about a regular language asks for, as frozen values."""

from __future__ import annotations

from dataclasses import dataclass, field

from viva.engines import logic
from viva.engines.automata import DFA, Machine, Regex
from viva.engines.automata.profile import profile

TASKS = ("dfa", "nfa", "regex", "determinise", "minimise", "product", "words", "classes", "mend")
STARTS_FROM_GIVEN = ("determinise", "minimise", "product", "mend")


@dataclass(frozen=True, slots=True)
class Language:
    """The asked language: its minimal automaton, and the description it was given by."""

    file: str
    alphabet: tuple[str, ...]
    minimal: DFA
    description: Machine | Regex | object


@dataclass(frozen=True, slots=True)
class Weights:
    """How a wrong answer is scored; `score.py` says how they are used."""

    mode: str = "viva"
    keep: float = 0.75
    words: float = 0.7
    formula: float = 0.3


@dataclass(frozen=True, slots=True)
class Task:
    """`[automata]` of an exercise. Which of the fields count depends on `kind`."""

    kind: str
    language: Language
    given: tuple[Machine, ...] = ()
    given_files: tuple[str, ...] = ()
    operation: str = "intersection"
    partial: bool = False
    epsilon: bool = True
    construction: bool = False
    states: int | None = None
    inside: int = 1
    outside: int = 0
    edits: int | None = None
    weights: Weights = Weights()
    variation: logic.Options = field(default_factory=logic.Options)

    @property
    def alphabet(self) -> tuple[str, ...]:
        return self.language.alphabet

    @property
    def asked(self) -> DFA:
        return self.language.minimal


def difficulty(language: DFA) -> float:
    """More states are harder, and of as many states those that only longer words tell apart."""
    found = profile(language)
    return found.states + found.separating / 100
