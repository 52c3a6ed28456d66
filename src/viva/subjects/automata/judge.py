"""Judges an answer: whether it has the shape that is asked for, and whether it accepts exactly the asked words, with a
certificate, or a shortest wrong word in each direction."""

from __future__ import annotations

from viva.core.records import dataclass
from viva.core.report import About, Finding
from viva.core.terms import Budget
from viva.core.text.escape import clip
from viva.core.texts import Say
from viva.core.where import Passage, State, Transition, Where
from viva.engines.automata import DFA, Edge, Explosion, Machine, compare, shortest_only
from viva.engines.automata.machine import double_moves, missing_moves, unknown_letters, unreachable_states
from viva.engines.automata.on_the_fly import first_extra, first_missing
from viva.engines.automata.regex import show
from viva.subjects.automata.model import Answer, Task

ACCEPTED = "accepted but should not be"
REJECTED = "rejected but should be"
INCOMPLETE = "incomplete"
_MOST = 5
_STEPS_PER_SECOND = 1_000_000
# Enough for what people write by hand, however few the seconds.
_FEWEST_STEPS = 100_000

_Told = list[tuple[str, Where | None]]


@dataclass(frozen=True, slots=True)
class Limits:
    """How much work each part of a check may take, from the steps of the budget, and from its seconds, which are turned
    into steps here. A step is about one move of an automaton, so the same answer gets the same report on every machine.
    """

    subsets: int
    pairs: int
    edits: int
    lengths: int
    work: int

    @classmethod
    def of(cls, budget: Budget, letters: int = 2) -> Limits:
        steps = min(budget.steps, max(_FEWEST_STEPS, int(budget.seconds * _STEPS_PER_SECOND)))
        return cls(max(1, steps // 200), max(1, steps // (10 * max(2, letters))), steps // 5, steps // 10, 2 * steps)


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
    accepted, first_ended = first_extra(answer.automaton, asked, limits.pairs, limits.work)
    rejected, second_ended = first_missing(answer.automaton, asked, limits.subsets, limits.work)
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


def problems(task: Task, machine: Machine, file: str, say: Say) -> list[Finding]:
    """Everything that is wrong with the shape of a submitted automaton, each kind with its first few places."""
    found: list[tuple[str, _Told]] = []
    if not machine.names:
        found.append(("no_states", [(say("no_states"), None)]))
    elif not machine.starts:
        found.append(("no_start", [(say("no_start"), None)]))
    found.append(("unknown_letter", _unknown(task, machine, say)))
    if task.deterministic:
        found.append(("nondeterministic", _double(machine, say)))
        if not task.partial:
            found.append((INCOMPLETE, _missing(task, machine, file, say)))
    elif not task.epsilon:
        silent = [edge for edge in machine.edges if not edge.label]
        found.append(
            ("forbidden", [(say("epsilon", **_ends(edge, machine)), place_of(edge, machine)) for edge in silent])
        )
    if task.states is not None and len(machine.names) > task.states:
        said = say("too_many_states", states=len(machine.names), limit=task.states)
        found.append(("too_many_states", [(said, None)]))
    return [finding for kind, told in found for finding in _first(told, About.POLICY, kind, say)]


def quality(answer: Answer, right: bool, say: Say) -> tuple[Finding, ...]:
    """States that no word leads to: not wrong, but nobody needs them, unless the rest is wrong. And how
    an expression was read, where that may be the mistake."""
    machine = answer.machine
    if answer.plus_is_choice and answer.expression is not None and not right:
        said = say("plus_is_choice", expression=clip(show(answer.expression), 120))
        return (Finding(said, About.QUALITY, signature="plus_is_choice"),)
    if machine is None:
        return ()
    told: _Told = [
        (
            say("unreachable" if right else "unreached", state=clip(machine.names[state])),
            _state_place(machine, state, answer.file),
        )
        for state in unreachable_states(machine)
    ]
    return tuple(_first(told, About.QUALITY, "unreachable", say))


def place_of(edge: Edge, machine: Machine) -> Transition:
    return Transition(machine.names[edge.source], edge.shown_label, machine.names[edge.target])


def _first(told: _Told, about: About, signature: str, say: Say) -> list[Finding]:
    found = [Finding(text, about, signature=signature, where=where) for text, where in told[:_MOST]]
    if len(told) > _MOST:
        found.append(Finding(say("more_places", count=len(told) - _MOST), about, signature=signature))
    return found


def _unknown(task: Task, machine: Machine, say: Say) -> _Told:
    found: _Told = []
    for letter, edge in unknown_letters(machine, task.alphabet):
        key = "unknown_letter" if edge else "unknown_letter_declared"
        source = clip(machine.names[edge.source]) if edge else ""
        said = say(key, letter=letter, alphabet=" ".join(task.alphabet), state=source)
        found.append((said, place_of(edge, machine) if edge else None))
    return found


def _double(machine: Machine, say: Say) -> _Told:
    found: _Told = []
    if len(machine.starts) > 1:
        names = ", ".join(clip(machine.names[state]) for state in machine.starts[:_MOST])
        found.append((say("several_starts", states=names), State(machine.names[machine.starts[1]])))
    for edge, other in double_moves(machine):
        if other is not None:
            key, slots = "two_moves", {"other": clip(machine.names[other.target])}
        else:
            key, slots = ("epsilon_move", {}) if not edge.label else ("long_move", {})
        found.append((say(key, **_ends(edge, machine), **slots), place_of(edge, machine)))
    return found


def _missing(task: Task, machine: Machine, file: str, say: Say) -> _Told:
    return [
        (
            say("missing_move", state=clip(machine.names[state]), letter=letter),
            _state_place(machine, state, file),
        )
        for state, letter in missing_moves(machine, task.alphabet)
    ]


def _ends(edge: Edge, machine: Machine) -> dict[str, str]:
    return {
        "state": clip(machine.names[edge.source]),
        "letter": clip(edge.shown_label),
        "target": clip(machine.names[edge.target]),
    }


def _state_place(machine: Machine, state: int, file: str) -> Where:
    line = machine.line_of(state)
    return Passage(file, line) if line else State(machine.names[state])
