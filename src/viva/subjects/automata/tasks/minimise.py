"""Minimise a given DFA: the answer accepts the same words with as few states as possible."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from viva.core.deciding.scale import above
from viva.core.exercise import Exercise
from viva.core.kinds import Asked
from viva.core.report import Report, Witness
from viva.core.rungs import Clue, Ladder
from viva.core.source import Source
from viva.core.submission import Submission
from viva.core.table import Table
from viva.core.terms import Terms
from viva.core.text.escape import clip
from viva.core.where import State
from viva.engines.automata import DFA, minimise, name_states
from viva.engines.automata.constructions import made_deterministic
from viva.engines.automata.diagram import Marks
from viva.engines.automata.diagram import draw as draw_machine
from viva.engines.automata.hopcroft import partition
from viva.engines.automata.machine import double_moves, unreachable_states
from viva.engines.automata.repair.neighbours import machines_near
from viva.subjects.automata import draw as drawing
from viva.subjects.automata import examine as examining
from viva.subjects.automata import fix
from viva.subjects.automata import frames as framing
from viva.subjects.automata.examine import Examined, examine
from viva.subjects.automata.model import Task, difficulty
from viva.subjects.automata.notation import given_machine, language_of_given, read_task
from viva.subjects.automata.solve import model
from viva.subjects.automata.statement import state_task
from viva.subjects.automata.vary import Promises, chance, change_files, write_machine


def read(settings: Table, source: Source) -> Asked:
    file, given = given_machine(settings, source)
    task = read_task(settings, language_of_given(settings, source, file, given))
    task = replace(task, given=(given,), given_files=(file,))
    return Asked(task, difficulty(task.asked), partial(state_task, "minimise", task, language=False))


def check(exercise: Exercise, submission: Submission, terms: Terms) -> Report:
    seen = examine(exercise, submission, terms)
    dfa = seen.answer.deterministic
    if seen.proved and dfa is not None:
        extra = len(dfa.moves) - len(seen.task.asked.moves)
        return _not_minimal(seen, dfa, extra) if extra else seen.report
    return replace(seen.report, findings=(*seen.report.findings, *fix.refined(seen.task, seen.say).findings()))


def _not_minimal(seen: Examined, automaton: DFA, extra: int) -> Report:
    """The witness are two states that no word tells apart, or one that no word leads to."""
    say = seen.say
    lost, pair = _superfluous(automaton)
    names = [seen.answer.names[state] for state in pair or lost[:1]]
    if pair:
        both = {"one": clip(names[0]), "other": clip(names[1])}
        told, place = say("example_equivalent", **both), say("place_equivalent", **both)
    else:
        told, place = (say(key, state=clip(names[0])) for key in ("unreachable", "place_unreachable"))
        others = tuple(each for each in seen.report.findings if each.signature != "unreachable")  # it is told above
        seen = replace(seen, report=replace(seen.report, findings=others))
    marked = draw_machine(
        name_states(automaton, seen.answer.names), say("drawing_place"), Marks(bad_states=pair if pair else lost)
    )
    ladder = Ladder(
        "not_minimal",
        hint=say("hint_not_minimal"),
        pattern=say("pattern_not_minimal", count=extra),
        example=Clue(told, witness=Witness("states", {"states": list(names)})),
        place=Clue(place, State(names[-1]), drawing=marked),
    )
    findings = (*ladder.findings(), *fix.refined(seen.task, say).findings())
    return seen.refuted("not_minimal", _score(seen.task, extra), findings)


def _score(task: Task, extra: int) -> float:
    """What is left for so many states too many, counted from what the given automaton gets as it is."""
    keep = task.weights.keep
    given = len(made_deterministic(task.given[0], task.alphabet).result.moves) - len(task.asked.moves)
    return above(keep**extra, keep**given) if given > 0 else keep**extra


def _superfluous(automaton: DFA) -> tuple[list[int], tuple[int, int] | None]:
    block, order = partition(automaton)
    lost = [state for state, its_block in enumerate(block) if its_block < 0]
    first: dict[int, int] = {}
    for state in order:
        if block[state] in first:
            return lost, (first[block[state]], state)
        first[block[state]] = state
    return lost, None


def vary(exercise: Exercise, seed: int) -> Iterator[Source]:
    """The given automaton stays a complete DFA that is as far from minimal, with as many unreachable states."""
    task, randomness = exercise.task_as(Task), chance(exercise, seed)
    given, promises = task.given[0], Promises(task.asked, task.variation, exact=exercise.wish == "like")
    for machine in machines_near(given, task.alphabet, randomness):
        if double_moves(machine) or len(unreachable_states(machine)) != len(unreachable_states(given)):
            continue
        if promises.keep(minimise(made_deterministic(machine, task.alphabet).result)):
            yield change_files(exercise, {task.given_files[0]: write_machine(machine, task.given_files[0])})


def solve(exercise: Exercise) -> Submission:
    """Each state is named after the given states it stands for."""
    task = exercise.task_as(Task)
    given = made_deterministic(task.given[0], task.alphabet)
    block, order = partition(given.result)
    groups: dict[int, list[str]] = {}
    for state in order:
        groups.setdefault(block[state], []).append(given.names[state])
    merged = ["{" + ",".join(group) + "}" if len(group) > 1 else group[0] for group in groups.values()]
    unique = merged if len(set(merged)) == len(merged) else None
    return model(name_states(task.asked, unique), "answer.fa.json")


draw = drawing.draw
proofread = examining.proofread
frames = framing.frames
witness_of_input = framing.witness_of_input
