"""Start reading here: what an exercise about a regular language asks for, and what was answered, as frozen values."""

from __future__ import annotations

from dataclasses import field

from viva.core.records import dataclass
from viva.core.report import Finding
from viva.engines import logic
from viva.engines.automata import DFA, NFA, Machine, Regex
from viva.engines.automata.profile import profile


@dataclass(frozen=True, slots=True)
class Language:
    """The asked language: its minimal automaton, and the description it was given by."""

    file: str
    alphabet: tuple[str, ...]
    minimal: DFA
    description: Machine | Regex | object


MEASURES = ("words", "edits", "description")


@dataclass(frozen=True, slots=True)
class Weights:
    """How a wrong answer is scored: `top` is the most it gets, and `measures` are those of which the best counts;
    `score.py` says what they are. `keep` is what is left after each state or change too many where the language is
    right."""

    mode: str = "viva"
    top: float = 0.95
    measures: tuple[str, ...] = MEASURES
    keep: float = 0.75


@dataclass(frozen=True, slots=True)
class Task:
    """`[automata]` of an exercise. All kinds of task have a language; the rest is for those that ask for it.

    `given` are the automata to start from. `deterministic`, `partial`, `epsilon` and `states` say which automata may be
    handed in, `construction` that it has to be the one which the construction gives.
    """

    language: Language
    given: tuple[Machine, ...] = ()
    given_files: tuple[str, ...] = ()
    operation: str = "intersection"
    deterministic: bool = True
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


@dataclass(frozen=True, slots=True)
class Answer:
    """`automaton` is what was drawn, `deterministic` the DFA it means: None where that has too many states.

    `names` are the names of the states of `deterministic`; its trap and its sets of states have names too.
    `is_deterministic` says that these states are those the student drew. `incomplete` tells the moves that are missing
    where the exercise asks for all of them. `plus_is_choice` says that an expression has a `+` which was read as "or".
    """

    file: str
    machine: Machine | None
    expression: Regex | None
    automaton: NFA
    deterministic: DFA | None
    names: tuple[str, ...]
    is_deterministic: bool = False
    incomplete: tuple[Finding, ...] = ()
    plus_is_choice: bool = False

    def has_drawn(self, *states: int) -> bool:
        """Whether these states are the student's own, and none is the trap that completes the automaton."""
        return self.machine is not None and all(state < len(self.machine.names) for state in states)


def difficulty(language: DFA) -> float:
    """More states are harder, and of as many states those that only longer words tell apart."""
    found = profile(language)
    return found.states + found.separating / 100
