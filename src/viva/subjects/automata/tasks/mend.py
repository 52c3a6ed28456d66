"""Mend a given broken automaton with few changes: as many as `edits` says, or as few as possible.

To move the start is a change like any other, but how few are possible is counted without it: who mends the automaton
from where it starts has done what was asked.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache, partial
from random import Random

from viva.core.exercise import Exercise
from viva.core.fault import Fault
from viva.core.kinds import Asked
from viva.core.records import dataclass
from viva.core.report import Report, Witness
from viva.core.rungs import Clue, Ladder
from viva.core.source import Source
from viva.core.submission import Submission
from viva.core.table import Table
from viva.core.terms import Terms
from viva.engines.automata import DFA, Machine, Mending, apply, fewest_edits, minimise, name_states
from viva.engines.automata.constructions import made_deterministic
from viva.engines.automata.machine import free_name, unreachable_states
from viva.subjects.automata import draw as drawing
from viva.subjects.automata import examine as examining
from viva.subjects.automata import frames as framing
from viva.subjects.automata.examine import Examined, examine
from viva.subjects.automata.model import Answer, Task, difficulty
from viva.subjects.automata.notation import given_machine, language_beside, positive, read_task
from viva.subjects.automata.solve import model
from viva.subjects.automata.statement import state_task
from viva.subjects.automata.vary import chance, change_files, languages_near, write_machine

_MOST_BREAKS = 200


@dataclass(frozen=True, slots=True)
class Changes:
    """What differs from the given automaton, states being the same if their names are."""

    moves: int
    accepting: int
    states: int
    start: int

    @property
    def count(self) -> int:
        return self.moves + self.accepting + self.states + self.start


def read(settings: Table, source: Source) -> Asked:
    file, given = given_machine(settings, source)
    task = read_task(settings, language_beside(settings, source, {file: given}))
    task = replace(task, given=(given,), given_files=(file,), edits=positive(settings, "edits"))
    return Asked(task, difficulty(task.asked), partial(state_task, "mend", task))


def check(exercise: Exercise, submission: Submission, terms: Terms) -> Report:
    seen = examine(exercise, submission, terms)
    if not seen.proved:
        return replace(seen.report, score=0.0) if seen.report.score and _unchanged(seen) else seen.report
    task, evidence = seen.task, seen.report.evidence
    allowed = task.edits if task.edits is not None else _fewest(task).at_least
    made = changes(task.given[0], seen.answer, task.alphabet)
    details = {**evidence.details, "changes": made.count, "allowed": allowed}
    seen = replace(seen, report=replace(seen.report, evidence=replace(evidence, details=details)))
    if made.count <= allowed:
        return seen.report
    witness = Witness("changes", {"changes": made.count, "allowed": allowed})
    ladder = Ladder(
        "too_many_changes",
        hint=seen.say("hint_changes"),
        example=Clue(seen.say("example_changes", count=made.count, allowed=allowed), witness=witness),
    )
    return seen.refuted("too_many_changes", task.weights.keep ** (made.count - allowed), ladder.findings())


def _unchanged(seen: Examined) -> bool:
    """Whether what was given is handed back as it was: nothing is mended, and so nothing is earned."""
    return (
        seen.answer.deterministic is not None and not changes(seen.task.given[0], seen.answer, seen.task.alphabet).count
    )


def changes(given: Machine, answer: Answer, alphabet: tuple[str, ...]) -> Changes:
    """A state that was left out costs nothing by itself: whatever led to it has been changed."""
    built = made_deterministic(given, alphabet)
    before, before_names = built.result, built.names
    after, after_names = answer.deterministic, answer.names
    assert after is not None
    number = {name: state for state, name in enumerate(before_names)}
    moves = accepting = states = 0
    for state, name in enumerate(after_names):
        old = number.get(name)
        states += old is None
        targets = [after_names[target] for target in after.moves[state]]
        # A new state begins as a trap that does not accept.
        wanted = [name] * len(alphabet) if old is None else [before_names[target] for target in before.moves[old]]
        moves += sum(one != other for one, other in zip(targets, wanted, strict=True))
        accepting += (state in after.accepting) != (old is not None and old in before.accepting)
    start = int(after_names[after.start] != before_names[before.start])
    return Changes(moves, accepting, states, start)


@lru_cache(maxsize=64)
def _script(given: DFA, asked: DFA) -> Mending:
    return fewest_edits(given, asked, may_move_start=False)


def _fewest(task: Task) -> Mending:
    return _script(made_deterministic(task.given[0], task.alphabet).result, task.asked)


def vary(exercise: Exercise, seed: int) -> Iterator[Source]:
    """Another language, and its minimal automaton broken by as many edits as the original was."""
    task, randomness = exercise.task_as(Task), chance(exercise, seed)
    needed = _fewest(task).at_least
    for change in languages_near(task, randomness):
        broken = _broken(change.asked, needed, randomness)
        if broken is not None:
            file = task.given_files[0]
            yield change_files(exercise, {**change.files, file: write_machine(broken, file)})


def _broken(asked: DFA, edits: int, randomness: Random) -> Machine | None:
    """The automaton with random edits, of which exactly `edits` are needed to mend it."""
    for _ in range(_MOST_BREAKS):
        moves = [list(row) for row in asked.moves]
        accepting = set(asked.accepting)
        for _ in range(edits):
            state = randomness.randrange(len(moves))
            if randomness.random() < 0.25:
                accepting ^= {state}
            else:
                moves[state][randomness.randrange(len(asked.alphabet))] = randomness.randrange(len(moves))
        broken = DFA(asked.alphabet, tuple(map(tuple, moves)), asked.start, frozenset(accepting))
        mending = fewest_edits(broken, asked, most=edits, may_move_start=False)
        machine = name_states(broken)
        if mending.edits is not None and len(mending.edits) == edits and not unreachable_states(machine):
            assert minimise(apply(broken, mending.edits)) == minimise(asked)
            return machine
    return None


def solve(exercise: Exercise) -> Submission:
    task = exercise.task_as(Task)
    given = made_deterministic(task.given[0], task.alphabet)
    mending = _fewest(task)
    if mending.edits is None:
        raise Fault(f"mending this automaton needs at least {mending.at_least} edits", task.given_files[0])
    mended = apply(given.result, mending.edits)
    names = list(given.names)
    while len(names) < len(mended.moves):
        names.append(free_name("new", names))
    return model(name_states(mended, names), "answer.txt")


draw = drawing.draw
proofread = examining.proofread
frames = framing.frames
witness_of_input = framing.witness_of_input
