"""Where a report says to look: the line and the expression of one mistake, and the lines of two, in first-year
functions that nobody looked at while Viva was built.

The functions are those that `bench/faults.py` keeps apart; the mistakes are drawn by `seeding.py`, and for two faults a
second one is put into a program that has one, in another line. The order is the report's: what a repair changes comes
first, and then what is suspect. An expression is named if it is the one that the mistake is in, or has it inside of it
in the same line.
"""

import ast
import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial

import seeding
from faults import _exercise, _unseen

from viva.core.terms import Budget, Ended
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
    suspects,
)
from viva.engines.edits import edit_of
from viva.engines.repair import Search, lines, of_calls
from viva.languages import python
from viva.languages.program import Program
from viva.subjects.functions.model import Task

SEED = 23
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


def rows() -> Iterator[Named]:
    single: list[int] = []
    spans: list[int] = []
    both: list[int] = []
    for name, source in list(_unseen())[::EVERY]:
        one = seeding.mistakes(source, SEED, 2)
        two = [
            seeding.Mistake("two", first.lines | second.lines, second.source)
            for first in one[:1]
            for second in seeding.mistakes(first.source, SEED + 1, 4)
            if not first.lines & second.lines and second.source.count("\n") == source.count("\n")
        ][:1]
        question = _exercise(name, source, name).task_as(Task).question
        with programs_of(question) as programs:
            oracle, searcher = Oracle(question, programs), Searcher(question, programs)
            tests = suite(searcher, oracle, partial(proposals, searcher, 0))
            for mistake in (*one, *two):
                told = _told(name, source, mistake.source, oracle, tests)
                if told is None:
                    continue
                if mistake.kind == "two":
                    both.append(max(_place(told.lines, line) for line in mistake.lines))
                    continue
                single.append(min(_place(told.lines, line) for line in mistake.lines))
                changed = _changed(source, mistake.source)
                if changed is not None:
                    spans.append(
                        next((number for number, span in enumerate(told.spans, 1) if _names(span, changed)), NEVER)
                    )
    yield _row("line of one mistake", single, 3, "first 75 %, first three 95 %")
    yield _row("expression of one mistake", spans, 3, "first 70 %, first three 90 %")
    yield _row("both lines of two mistakes", both, 4, "both among the first four 80 %")


def _told(name: str, reference: str, text: str, oracle: Oracle, tests: Suite) -> _Told | None:
    """In the order in which a report says them; None where the program is not wrong."""
    meter = Budget(steps=10**9, seconds=300.0).meter()
    with sandbox_of(python, None, meter) as sandbox, suppress(Ended):
        submission = Compiled(python, sandbox, text.encode(), name, "submission.py")
        program = submission.program()
        if not isinstance(program, Program):
            return None
        trial = Trial(submission, program, oracle, Judge(oracle.question.comparison, python), meter)
        tested = Tested()
        tested.add(trial, tests.cases)
        if not tested.failures:
            return None
        found = suspects(trial, tested.cases, tested.failures)
        named = [item.element for item in found.lines.ranked] if found else []
        spans = [item.element for item in found.expressions.ranked] if found else []
        searcher = Searcher(oracle.question, oracle.programs, meter)
        repair = Search(of_calls(trial, searcher, tests.cases, tested.failures, [reference])).repair()
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
