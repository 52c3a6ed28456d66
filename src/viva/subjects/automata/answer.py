"""A submitted automaton or expression, read and looked over: what cannot be examined is told with its place."""

from __future__ import annotations

from dataclasses import dataclass

from viva.core.reading import Misread
from viva.core.report import About, Finding
from viva.core.submission import Submission
from viva.core.texts import catalogue
from viva.core.where import State, Text, Transition, Where
from viva.engines.automata import (
    DFA,
    NFA,
    Edge,
    Explosion,
    Machine,
    Regex,
    as_dfa,
    as_nfa,
    automaton_of,
    formats,
    regex,
    subsets,
)
from viva.engines.automata.machine import clipped, double_moves, missing_moves, unknown_letters, unreachable_states
from viva.subjects.automata.model import Task
from viva.subjects.automata.notation import AUTOMATA, EXPRESSIONS

# A hundred thousand states take a few megabytes in any format.
LARGEST = 32 * 2**20
_LARGEST_TABLE = 5_000_000
_MOST = 5
_SHOWN_SUBSET = 30
_TEXTS = catalogue(__package__)


class Rejected(Exception):
    """The answer cannot be examined as asked; `machine` is there if it could be read at all."""

    def __init__(self, reason: str, findings: tuple[Finding, ...], machine: Machine | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.findings = findings
        self.machine = machine


@dataclass(frozen=True, slots=True)
class Answer:
    """`automaton` is what was drawn, `deterministic` the DFA it means: None where that has too many states.

    `names` are the names of the states of `deterministic`; its trap and its sets of states have names too.
    `is_deterministic` says that these states are those the student drew.
    """

    file: str
    machine: Machine | None
    expression: Regex | None
    automaton: NFA
    deterministic: DFA | None
    names: tuple[str, ...]
    is_deterministic: bool = False


def read_automaton(task: Task, submission: Submission, deterministic: bool, limit: int) -> Answer:
    """A submitted automaton. Raises `Rejected` with all that is wrong with its shape."""
    file, text = submission.text(AUTOMATA, LARGEST)
    machine = _machine(file, text)
    if len(machine.names) * len(task.alphabet) > _LARGEST_TABLE:
        said = _TEXTS.say("too_large", states=f"{len(machine.names):,}", letters=f"{len(task.alphabet):,}")
        raise Rejected("too_large", (Finding(said, About.POLICY, signature="too_large"),))
    problems = _shape(task, machine, deterministic, file)
    if problems:
        raise Rejected(problems[0][0], tuple(finding for _, finding in problems), machine)
    return answer_of(task, machine, file, limit)


def answer_of(task: Task, machine: Machine, file: str, limit: int) -> Answer:
    """The answer that a machine is, whatever its shape, as long as it has a start and only known letters."""
    automaton = as_nfa(machine, task.alphabet)
    if len(machine.starts) == 1 and not double_moves(machine):
        dfa, names = as_dfa(machine, task.alphabet)
        return Answer(file, machine, None, automaton, dfa, names, is_deterministic=True)
    try:
        dfa, order = subsets(automaton, limit)
    except Explosion:
        return Answer(file, machine, None, automaton, None, ())
    return Answer(file, machine, None, automaton, dfa, tuple(subset_name(machine, subset) for subset in order))


def read_expression(task: Task, submission: Submission, limit: int) -> Answer:
    file, text = submission.text(EXPRESSIONS)
    lines = [line for line in text.splitlines() if not line.lstrip().startswith("# ")]
    try:
        expression = regex.parse("\n".join(lines), task.alphabet)
    except Misread as problem:
        raise _unreadable(problem, file) from None
    automaton = automaton_of(expression, task.alphabet)
    try:
        dfa, _ = subsets(automaton, limit)
    except Explosion:
        return Answer(file, None, expression, automaton, None, ())
    return Answer(file, None, expression, automaton, dfa, tuple(f"s{state}" for state in range(len(dfa.moves))))


def subset_name(machine: Machine, subset: frozenset[int]) -> str:
    """A set of states as {q0,q1}; the states inside a label of several letters have no name and show as dots."""
    names = [machine.names[state] if state < len(machine.names) else "·" for state in sorted(subset)]
    if len(names) > _SHOWN_SUBSET:
        names = [*names[:_SHOWN_SUBSET], "…"]
    return "{" + ",".join(names) + "}"


def quality(answer: Answer) -> tuple[Finding, ...]:
    """States that no word leads to: not wrong, but nobody needs them."""
    if answer.machine is None:
        return ()
    lost = unreachable_states(answer.machine)
    findings = [
        Finding(
            _TEXTS.say("unreachable", state=clipped(answer.machine.names[state])),
            About.QUALITY,
            signature="unreachable",
            where=_state_place(answer.machine, state, answer.file),
        )
        for state in lost[:_MOST]
    ]
    return (*findings, *_rest(len(lost), About.QUALITY, "unreachable"))


def place_of(edge: Edge, machine: Machine) -> Transition:
    return Transition(machine.names[edge.source], edge.shown_label, machine.names[edge.target])


def _machine(file: str, text: str) -> Machine:
    try:
        return formats.read(file, text)
    except Misread as problem:
        raise _unreadable(problem, file) from None


def _unreadable(problem: Misread, file: str) -> Rejected:
    said = _TEXTS.say("unreadable", file=file, problem=problem)
    where = Text(file, problem.line, problem.column) if problem.line else None
    return Rejected(problem.reason, (Finding(said, About.POLICY, signature=problem.reason, where=where),))


def _shape(task: Task, machine: Machine, deterministic: bool, file: str) -> list[tuple[str, Finding]]:
    """Everything that is wrong with the shape, each kind with its first few places."""
    found: list[tuple[str, list[tuple[str, Where | None]]]] = []
    if not machine.names:
        found.append(("no_states", [(_TEXTS.say("no_states"), None)]))
    elif not machine.starts:
        found.append(("no_start", [(_TEXTS.say("no_start"), None)]))
    letters = " ".join(task.alphabet)
    unknown: list[tuple[str, Where | None]] = []
    for letter, edge in unknown_letters(machine, task.alphabet):
        key = "unknown_letter" if edge else "unknown_letter_declared"
        place = place_of(edge, machine) if edge else None
        source = clipped(machine.names[edge.source]) if edge else ""
        unknown.append((_TEXTS.say(key, letter=letter, alphabet=letters, state=source), place))
    found.append(("unknown_letter", unknown))
    if deterministic:
        found.append(("nondeterministic", _double(machine)))
        if not task.partial:
            found.append(("incomplete", _missing(task, machine, file)))
    elif not task.epsilon:
        silent = [edge for edge in machine.edges if not edge.label]
        found.append(
            ("forbidden", [(_TEXTS.say("epsilon", **_ends(edge, machine)), place_of(edge, machine)) for edge in silent])
        )
    limit = task.states
    if limit is not None and len(machine.names) > limit:
        found.append(
            ("too_many_states", [(_TEXTS.say("too_many_states", states=len(machine.names), limit=limit), None)])
        )
    return [
        (kind, finding)
        for kind, places in found
        for finding in (
            *(Finding(text, About.POLICY, signature=kind, where=where) for text, where in places[:_MOST]),
            *_rest(len(places), About.POLICY, kind),
        )
    ]


def _double(machine: Machine) -> list[tuple[str, Where | None]]:
    found: list[tuple[str, Where | None]] = []
    if len(machine.starts) > 1:
        names = ", ".join(clipped(machine.names[state]) for state in machine.starts[:_MOST])
        found.append((_TEXTS.say("several_starts", states=names), State(machine.names[machine.starts[1]])))
    for edge, other in double_moves(machine):
        if other is not None:
            key, slots = "two_moves", {"other": clipped(machine.names[other.target])}
        else:
            key, slots = ("epsilon_move", {}) if not edge.label else ("long_move", {})
        found.append((_TEXTS.say(key, **_ends(edge, machine), **slots), place_of(edge, machine)))
    return found


def _missing(task: Task, machine: Machine, file: str) -> list[tuple[str, Where | None]]:
    known = tuple(letter for letter in task.alphabet)
    return [
        (
            _TEXTS.say("missing_move", state=clipped(machine.names[state]), letter=letter),
            _state_place(machine, state, file),
        )
        for state, letter in missing_moves(machine, known)
    ]


def _ends(edge: Edge, machine: Machine) -> dict[str, str]:
    return {
        "state": clipped(machine.names[edge.source]),
        "letter": clipped(edge.shown_label),
        "target": clipped(machine.names[edge.target]),
    }


def _state_place(machine: Machine, state: int, file: str) -> Where:
    line = machine.line_of(state)
    return Text(file, line) if line else State(machine.names[state])


def _rest(count: int, about: About, signature: str) -> tuple[Finding, ...]:
    if count <= _MOST:
        return ()
    return (Finding(_TEXTS.say("more_places", count=count - _MOST), about, signature=signature),)
