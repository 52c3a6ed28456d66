"""Where `viva check` says to look: the line and the expression of one mistake, and the lines of two, in first-year
functions that nobody looked at while Viva was built.

The functions are those that `bench/faults.py` keeps apart; the mistakes are drawn by `seeding.py`. For two faults a
second one is put into a program that has one, in another line, and both count: with either of them undone the program
is still wrong. The lines are those that the finding on the rung `place` names, the one that it shows first, the others
in the order of its sentence. Beside them stand the lines and expressions of the ranking behind it: what a repair
changes comes first, and then what is suspect. An expression is named if it is the one that the mistake is in, or has it
inside of it in the same line.
"""

import ast
import os
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial

import seeding
from faults import _exercise, _unseen
from measure import few

from viva.core.exercise import Exercise
from viva.core.ladder import Rung
from viva.core.submission import Submission
from viva.core.terms import Budget, Ended, Terms
from viva.core.where import Passage
from viva.engines.calls import (
    Compiled,
    Judge,
    Oracle,
    Searcher,
    Suite,
    Tested,
    Trial,
    programs_of,
    proposals,
    sandbox_of,
    suite,
)
from viva.engines.calls.failures.places import suspects
from viva.engines.edits import edit_of
from viva.engines.repair import Search, lines, of_calls
from viva.languages import python
from viva.languages.program import Program
from viva.services.checking import check
from viva.subjects.functions.model import Task
from viva.subjects.functions.subject import Functions

SEED = int(os.environ.get("VIVA_PLACES_SEED", "23"))
EVERY = int(os.environ.get("VIVA_PLACES_EVERY", "2"))
NEVER = 99

Span = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Named:
    what: str
    programs: int
    first: str
    within: str
    goal: str


@dataclass(frozen=True, slots=True)
class _Told:
    lines: list[int]
    spans: list[Span]


@dataclass(frozen=True, slots=True)
class _Ranks:
    """For each program the place of what was to be named."""

    single: list[int]
    spans: list[int]
    both: list[int]


def rows() -> Iterator[Named]:
    reported, ranked = _Ranks([], [], []), _Ranks([], [], [])
    for name, source in few(list(_unseen())[::EVERY]):
        exercise = _exercise(name, source, name)
        question = exercise.task_as(Task).question
        with programs_of(question) as programs:
            oracle, searcher = Oracle(question, programs), Searcher(question, programs)
            tests = suite(searcher, oracle, partial(proposals, searcher, 0))
            one = seeding.mistakes(source, SEED, 2)
            for mistake in (*one, *_two(name, source, one, oracle, tests)):
                behind = _behind(name, source, mistake.source, oracle, tests)
                if behind is None:
                    continue
                for told, ranks in ((behind, ranked), (_in_the_report(exercise, mistake.source), reported)):
                    _count(told, source, mistake, ranks)
    for what, ranks in (("the report names", reported), ("the ranking has", ranked)):
        yield _row(f"{what} the line of one mistake", ranks.single, 3, "first 75 %, first three 95 %")
        yield _row(f"{what} the expression of one mistake", ranks.spans, 3, "first 70 %, first three 90 %")
        yield _row(f"{what} both lines of two mistakes", ranks.both, 4, "both among the first four 80 %")


def _count(told: _Told, source: str, mistake: seeding.Mistake, ranks: _Ranks) -> None:
    if mistake.kind == "two":
        ranks.both.append(max(_place(told.lines, line) for line in mistake.lines))
        return
    ranks.single.append(min(_place(told.lines, line) for line in mistake.lines))
    changed = _changed(source, mistake.source)
    if changed is not None:
        ranks.spans.append(next((number for number, span in enumerate(told.spans, 1) if _names(span, changed)), NEVER))


def _two(name: str, source: str, one: list[seeding.Mistake], oracle: Oracle, tests: Suite) -> Iterator[seeding.Mistake]:
    """A program with two mistakes, of which neither is for nothing."""
    for first in one[:1]:
        for second in seeding.mistakes(first.source, SEED + 1, 6):
            if first.lines & second.lines or second.source.count("\n") != source.count("\n"):
                continue
            alone = [_undone(source, second.source, lines) for lines in (first.lines, second.lines)]
            if all(_fails(name, text, oracle, tests) for text in alone):
                yield seeding.Mistake("two", first.lines | second.lines, second.source)
                return


def _undone(right: str, wrong: str, these: frozenset[int]) -> str:
    old, new = right.split("\n"), wrong.split("\n")
    return "\n".join(old[at] if at + 1 in these else line for at, line in enumerate(new))


def _fails(name: str, text: str, oracle: Oracle, tests: Suite) -> bool:
    meter = Budget(steps=10**9, seconds=300.0).meter()
    with sandbox_of(python, None, meter) as sandbox, suppress(Ended):
        submission = Compiled(python, sandbox, text.encode(), name, "submission.py")
        program = submission.program()
        if isinstance(program, Program):
            trial, tested = (
                Trial(submission, program, oracle, Judge(oracle.question.comparison, python.calls), meter),
                Tested(),
            )
            tested.add(trial, tests.cases)
            return bool(tested.failures)
    return False


def _in_the_report(exercise: Exercise, text: str) -> _Told:
    """What `viva check --rung place` says."""
    terms = Terms(budget=Budget(steps=10**9, seconds=300.0), rung=Rung.PLACE)
    report = check(Functions(), exercise, Submission.from_text(text, "submission.py"), terms)
    place = next((finding for finding in report.findings if finding.rung is Rung.PLACE), None)
    if place is None:
        return _Told([], [])
    where = place.where if isinstance(place.where, Passage) else None
    parts = re.findall(r"\blines? ([\d, and]+)", place.text)
    said = [int(number) for part in parts for number in re.findall(r"\d+", part)]
    named = [*([where.line] if where else []), *said]
    spans = [(where.line, where.column, where.end_line, where.end_column)] if where and where.column else []
    return _Told(list(dict.fromkeys(named)), [span for span in spans if None not in span])  # type: ignore[misc]


def _behind(name: str, reference: str, text: str, oracle: Oracle, tests: Suite) -> _Told | None:
    """The ranking behind a report; None where the program is not wrong."""
    meter = Budget(steps=10**9, seconds=300.0).meter()
    with sandbox_of(python, None, meter) as sandbox, suppress(Ended):
        submission = Compiled(python, sandbox, text.encode(), name, "submission.py")
        program = submission.program()
        if not isinstance(program, Program):
            return None
        trial = Trial(submission, program, oracle, Judge(oracle.question.comparison, python.calls), meter)
        tested = Tested()
        tested.add(trial, tests.cases)
        if not tested.failures:
            return None
        found = suspects(trial, tested.cases, tested.failures)
        named = [item.element for item in found.lines.ranked] if found else []
        spans = [item.element for item in found.expressions.ranked] if found else []
        searcher = Searcher(oracle.question, oracle.programs, meter)
        wrong = of_calls(trial, searcher, tests.cases, tested.failures, [reference])
        repair = Search(wrong).repair() if wrong else None
        if repair is not None and repair.is_small:
            named = [*lines(repair), *named]
            edits = [edit_of(text, change) for change in repair.changes]
            spans = [*((one.line, one.column, one.end_line, one.end_column) for one in edits), *spans]
        return _Told(list(dict.fromkeys(named)), list(dict.fromkeys(spans)))
    return None


def _place(ranked: list[int], line: int) -> int:
    return ranked.index(line) + 1 if line in ranked else NEVER


def _changed(before: str, after: str) -> Span | None:
    """The smallest expression of the wrong program that holds all that was changed in its one line."""
    old, new = before.split("\n"), after.split("\n")
    if len(old) != len(new):
        return None
    different = [number for number, (one, two) in enumerate(zip(old, new, strict=True)) if one != two]
    if len(different) != 1:
        return None
    one, two = old[different[0]], new[different[0]]
    first = next(
        (at for at, (left, right) in enumerate(zip(one, two, strict=False)) if left != right), min(len(one), len(two))
    )
    last = next((at for at, (left, right) in enumerate(zip(one[::-1], two[::-1], strict=False)) if left != right), 0)
    begin, end = first, max(first, len(two) - last)
    line = different[0] + 1
    holding = [
        node
        for node in ast.walk(ast.parse(after))
        if isinstance(node, ast.expr)
        and node.lineno == node.end_lineno == line
        and node.col_offset <= begin
        and end <= (node.end_col_offset or 0)
    ]
    if not holding:
        return None
    least = min(holding, key=lambda node: (node.end_col_offset or 0) - node.col_offset)
    return line, least.col_offset + 1, line, (least.end_col_offset or 0) + 1


def _names(span: Span, changed: Span) -> bool:
    """Whether the one is the other, or holds it within the line, or is a part of it."""
    if span[0] != changed[0] or span[2] != changed[2]:
        return False
    holds = span[1] <= changed[1] and changed[3] <= span[3]
    inside = changed[1] <= span[1] and span[3] <= changed[3]
    return holds or inside


def _row(what: str, places: list[int], most: int, goal: str) -> Named:
    def share(top: int) -> str:
        right = sum(place <= top for place in places)
        return f"{right} ({100 * right / max(1, len(places)):.0f} %)"

    return Named(what, len(places), share(1) if most == 3 else "", f"first {most}: {share(most)}", goal)


def versions() -> dict[str, str]:
    return {}
