"""Mend a given broken automaton with few changes: as many as `edits` says, or as few as possible."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from viva.core.exercise import Exercise
from viva.core.fault import Fault
from viva.core.ladder import Rung
from viva.core.report import Finding, Report, Witness
from viva.core.submission import Submission
from viva.core.terms import Terms
from viva.core.texts import catalogue
from viva.core.verdict import Verdict
from viva.engines.automata import DFA, Machine, Mending, apply, fewest_edits, formats, named
from viva.engines.automata.machine import free_name
from viva.subjects.automata.answer import Answer, read_automaton
from viva.subjects.automata.examine import examine as examine_language
from viva.subjects.automata.judge import Limits
from viva.subjects.automata.model import Task
from viva.subjects.automata.steps import made_deterministic

_TEXTS = catalogue("viva.subjects.automata")


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


def examine(exercise: Exercise, submission: Submission, terms: Terms) -> Report:
    task = exercise.task_as(Task)
    answer = read_automaton(task, submission, deterministic=True, limit=Limits.of(terms.budget).subsets)
    report = examine_language(exercise, answer, terms)
    if report.verdict is not Verdict.PROVED:
        return report
    allowed = task.edits if task.edits is not None else _fewest(task).at_least
    made = changes(task.given[0], answer, task.alphabet)
    details = {**report.evidence.details, "changes": made.count, "allowed": allowed}
    report = replace(report, evidence=replace(report.evidence, details=details))
    if made.count <= allowed:
        return report
    witness = Witness("changes", {"changes": made.count, "allowed": allowed})
    findings = (
        Finding(_TEXTS.say("hint_changes"), rung=Rung.HINT, signature="too_many_changes"),
        Finding(
            _TEXTS.say("example_changes", count=made.count, allowed=allowed),
            rung=Rung.EXAMPLE,
            signature="too_many_changes",
            witness=witness,
        ),
    )
    marks = round(max(task.weights.keep ** (made.count - allowed), 0.0), 4)
    return replace(
        report,
        verdict=Verdict.REFUTED,
        reason="too_many_changes",
        score=marks,
        findings=(*findings, *report.findings),
    )


def changes(given: Machine, answer: Answer, alphabet: tuple[str, ...]) -> Changes:
    """A state that was left out costs nothing by itself: whatever led to it has been changed."""
    before, before_names = made_deterministic(given, alphabet)
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
    return fewest_edits(given, asked)


def _fewest(task: Task) -> Mending:
    return _script(made_deterministic(task.given[0], task.alphabet)[0], task.asked)


def solve(task: Task) -> Submission:
    automaton, names = made_deterministic(task.given[0], task.alphabet)
    mending = _fewest(task)
    if mending.edits is None:
        raise Fault(f"mending this automaton needs at least {mending.at_least} edits", task.given_files[0])
    mended = apply(automaton, mending.edits)
    all_names = list(names)
    while len(all_names) < len(mended.moves):
        all_names.append(free_name("new", all_names))
    return Submission.from_text(formats.write(named(mended, all_names), "table"), "answer.txt")
