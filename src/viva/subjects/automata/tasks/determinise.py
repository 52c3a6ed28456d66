"""Make a given NFA deterministic. With `construction` the answer has to be the subset construction itself."""

from __future__ import annotations

from dataclasses import replace

from viva.core.exercise import Exercise
from viva.core.ladder import Rung
from viva.core.report import Finding, Report, Witness
from viva.core.submission import Submission
from viva.core.terms import Terms
from viva.core.texts import catalogue
from viva.core.verdict import Verdict
from viva.engines.automata import DFA, formats, named
from viva.engines.automata.dfa import reachable, trimmed
from viva.engines.automata.diagram import draw
from viva.subjects.automata.answer import Answer, read_automaton
from viva.subjects.automata.examine import examine as examine_language
from viva.subjects.automata.judge import Limits
from viva.subjects.automata.model import Task
from viva.subjects.automata.steps import Steps, subset_steps

_TEXTS = catalogue("viva.subjects.automata")


def examine(exercise: Exercise, submission: Submission, terms: Terms) -> Report:
    task = exercise.task_as(Task)
    answer = read_automaton(task, submission, deterministic=True, limit=Limits.of(terms.budget).subsets)
    report = examine_language(exercise, answer, terms)
    return with_steps(report, answer, task, subset_steps(task.given[0], task.alphabet), "subsets")


def with_steps(report: Report, answer: Answer, task: Task, steps: Steps, what: str) -> Report:
    """A wrong answer is also shown the construction; with `construction` a right language is not enough."""
    if report.verdict is Verdict.PROVED and (not task.construction or same_shape(answer.deterministic, steps.result)):
        return report
    view = Finding(
        "\n".join([_TEXTS.say(f"steps_{what}"), *steps.lines]),
        rung=Rung.FIX,
        signature=f"steps_{what}",
        drawing=draw(named(steps.result, steps.names), _TEXTS.say(f"steps_{what}")),
    )
    if report.verdict is not Verdict.PROVED:
        return replace(report, findings=(*report.findings, view))
    states = len(reachable(answer.deterministic)) if answer.deterministic else 0
    asked = len(steps.result.moves)
    witness = Witness("states", {"states": states, "expected": asked})
    findings = (
        Finding(_TEXTS.say("hint_construction"), rung=Rung.HINT, signature="construction"),
        Finding(
            _TEXTS.say("example_construction", states=states, asked=asked),
            rung=Rung.EXAMPLE,
            signature="construction",
            witness=witness,
        ),
        view,
    )
    marks = round(task.weights.keep ** max(1, abs(states - asked)), 4)
    return replace(
        report,
        verdict=Verdict.REFUTED,
        reason="other_states",
        score=marks,
        findings=(*findings, *report.findings),
    )


def same_shape(automaton: DFA | None, other: DFA) -> bool:
    """Whether the reachable parts are the same up to the names of the states."""
    if automaton is None:
        return False
    left, right = trimmed(automaton), trimmed(other)
    # Both are numbered in the order of the first words, so the same shape is the same table.
    return left == right


def solve(task: Task) -> Submission:
    steps = subset_steps(task.given[0], task.alphabet)
    return Submission.from_text(formats.write(named(steps.result, steps.names), "json"), "answer.fa.json")
