"""Minimise a given DFA: the answer accepts the same words with as few states as possible."""

from __future__ import annotations

from dataclasses import replace

from viva.core.exercise import Exercise
from viva.core.ladder import Rung
from viva.core.report import Finding, Report, Witness
from viva.core.submission import Submission
from viva.core.terms import Terms
from viva.core.texts import catalogue
from viva.core.verdict import Verdict
from viva.core.where import State
from viva.engines.automata import DFA, Machine, formats, named
from viva.engines.automata.diagram import Marks, draw
from viva.engines.automata.hopcroft import partition
from viva.engines.automata.machine import clipped
from viva.subjects.automata.answer import Answer, read_automaton
from viva.subjects.automata.examine import examine as examine_language
from viva.subjects.automata.judge import Limits
from viva.subjects.automata.model import Task
from viva.subjects.automata.steps import made_deterministic, refinement_steps

_TEXTS = catalogue("viva.subjects.automata")


def examine(exercise: Exercise, submission: Submission, terms: Terms) -> Report:
    task = exercise.task_as(Task)
    answer = read_automaton(task, submission, deterministic=True, limit=Limits.of(terms.budget).subsets)
    report = examine_language(exercise, answer, terms)
    if report.verdict is Verdict.PROVED and answer.deterministic is not None:
        extra = len(answer.deterministic.moves) - len(task.asked.moves)
        return report if not extra else _not_minimal(report, task, answer, answer.deterministic, extra)
    return replace(report, findings=(*report.findings, _view(task)))


def _not_minimal(report: Report, task: Task, answer: Answer, automaton: DFA, extra: int) -> Report:
    """The witness are two states that no word tells apart, or one that no word leads to."""
    lost, pair = _superfluous(automaton)
    signature = "not_minimal"
    if pair:
        names = [answer.names[state] for state in pair]
        told = _TEXTS.say("example_equivalent", one=clipped(names[0]), other=clipped(names[1]))
        marks = Marks(bad_states=pair)
        place = _TEXTS.say("place_equivalent", one=clipped(names[0]), other=clipped(names[1]))
    else:
        names = [answer.names[lost[0]]]
        told = _TEXTS.say("unreachable", state=clipped(names[0]))
        marks = Marks(bad_states=lost)
        place = told
    drawing = draw(named(automaton, answer.names), _TEXTS.say("drawing_place"), marks)
    findings = (
        Finding(_TEXTS.say("hint_not_minimal"), rung=Rung.HINT, signature=signature),
        Finding(_TEXTS.say("pattern_not_minimal", count=extra), rung=Rung.PATTERN, signature=signature),
        Finding(told, rung=Rung.EXAMPLE, signature=signature, witness=Witness("states", {"states": list(names)})),
        Finding(place, rung=Rung.PLACE, signature=signature, where=State(names[-1]), drawing=drawing),
        _view(task),
    )
    marks_kept = round(task.weights.keep**extra, 4)
    return replace(
        report,
        verdict=Verdict.REFUTED,
        reason="not_minimal",
        score=marks_kept,
        findings=(*findings, *report.findings),
    )


def _superfluous(automaton: DFA) -> tuple[list[int], tuple[int, int] | None]:
    block, order = partition(automaton)
    lost = [state for state, its_block in enumerate(block) if its_block < 0]
    first: dict[int, int] = {}
    for state in order:
        if block[state] in first:
            return lost, (first[block[state]], state)
        first[block[state]] = state
    return lost, None


def _view(task: Task) -> Finding:
    automaton, names = _given(task.given[0], task.alphabet)
    lines = refinement_steps(automaton, names)
    drawing = draw(named(task.asked), _TEXTS.say("steps_refine"))
    text = "\n".join([_TEXTS.say("steps_refine"), *lines])
    return Finding(text, rung=Rung.FIX, signature="steps_refine", drawing=drawing)


def _given(given: Machine, alphabet: tuple[str, ...]) -> tuple[DFA, tuple[str, ...]]:
    return made_deterministic(given, alphabet)


def solve(task: Task) -> Submission:
    """Each state is named after the given states it stands for."""
    automaton, names = _given(task.given[0], task.alphabet)
    block, order = partition(automaton)
    groups: dict[int, list[str]] = {}
    for state in order:
        groups.setdefault(block[state], []).append(names[state])
    merged = ["{" + ",".join(group) + "}" if len(group) > 1 else group[0] for group in groups.values()]
    unique = merged if len(set(merged)) == len(merged) else None
    return Submission.from_text(formats.write(named(task.asked, unique), "json"), "answer.fa.json")
