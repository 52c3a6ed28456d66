"""A repair is small, keeps what it can, and is right on inputs that nobody looked at while it was found."""

import random
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from types import SimpleNamespace
from typing import cast

import pytest

from tests.engines.assistant_paper import BY_NAME
from tests.subjects.functions.conftest import exercise
from viva.core.terms import Budget
from viva.core.texts import catalogue
from viva.engines.calls import (
    Arguments,
    Case,
    Compiled,
    Judge,
    Oracle,
    Searcher,
    Trial,
    programs_of,
    proposals,
    sandbox_of,
    suite,
)
from viva.engines.calls import Tested as Ran
from viva.engines.repair import Repair, Search, Wrong, diff, kind_of, lines, mark_of, of_calls, with_gaps
from viva.engines.repair.checking import failing
from viva.engines.repair.measuring import words
from viva.engines.repair.model import Checked
from viva.languages import python
from viva.languages.edits import Change, Piece
from viva.languages.program import Program
from viva.subjects.functions.model import Task

UNIQUE = """def f(xs: list[int]) -> list[int]:
    found = []
    for x in xs:
        if x not in found:
            found.append(x)
    return found
"""
PRODUCT = BY_NAME["product"].reference.replace("def product", "def f")


@contextmanager
def wrong_program(
    reference: str, wrong: str, corpus: Sequence[str] = (), *, function: str = "f", requires: str = ""
) -> Iterator[tuple[Wrong, Trial] | None]:
    """What is to be mended, and the trial; None where nothing is wrong."""
    more = {"settings": 'requires = "requires.py"\n', "requires": requires} if requires else {}
    question = exercise(reference, function, **more).task_as(Task).question
    meter = Budget(seconds=300.0).meter()
    with programs_of(question) as programs, sandbox_of(python) as sandbox:
        oracle, searcher = Oracle(question, programs), Searcher(question, programs)
        tests = suite(searcher, oracle, lambda: proposals(searcher, 0))
        submission = Compiled(python, sandbox, wrong.encode(), function, "submission.py")
        program = submission.program()
        assert isinstance(program, Program)
        trial = Trial(submission, program, oracle, Judge(question.comparison, python.calls), meter)
        tested = Ran()
        tested.add(trial, tests.cases)
        if tested.failures:
            found = of_calls(trial, searcher, tests.cases, tested.failures, [reference, *corpus])
            assert found is not None
            yield found, trial
        else:
            yield None  # slow is not wrong


def held_out(trial: Trial, repair: Repair, inputs: Sequence[Arguments]) -> None:
    """The repaired program is right on inputs from elsewhere."""
    changed = trial.submission.edited(repair.after.encode())
    mended = changed.program()
    assert isinstance(mended, Program), repair.after
    again = replace(trial, submission=changed, program=mended)
    cases = trial.oracle.cases(inputs)
    assert cases
    assert all(failure is None for _, _, failure in again.failures(cases)), repair.after


def repaired(reference: str, wrong: str, corpus: Sequence[str] = ()) -> Repair | None:
    """The repair, after it was run on inputs from elsewhere."""
    with wrong_program(reference, wrong, corpus) as found:
        if found is None:
            return None
        repair = Search(found[0]).repair()
        if repair is not None:
            held_out(found[1], repair, _held_out(reference))
            nothing_early(repair)
        return repair


def nothing_early(repair: Repair) -> None:
    """What is told before the fix has nothing of what the fix brings in: neither the gaps nor the kind of mistake."""
    known = set(words(repair.before))
    new = {word for change in repair.changes for piece in change.pieces for word in words(piece.new)} - known - {"pass"}
    shown = set(words(with_gaps(repair, "___"))) - known
    assert not shown & new, shown & new
    for locale in ("en", "de"):
        kind = kind_of(repair)
        said = set(words(catalogue("viva.engines.repair", locale).say(f"kind_{kind}"))) if kind else set()
        assert not any(character.isdigit() for word in said for character in word)
        assert not {word for word in said & new if not word.isalpha() and word not in ".,:"}


@pytest.mark.parametrize(
    ("old", "new", "kind"),
    [
        ("a == b", "a == b or a == c", "condition"),
        ("a == b", "not (a == b)", "condition"),
        ("a", "(a or b)", "condition"),
        ("a", "a.strip()", "work"),
        ("a", "int(a)", "type"),
        ("a == b or b == c", "sorted(a == b or b == c)", "work"),
    ],
)
def test_a_condition_that_is_joined_with_another_one_is_no_value_to_be_finished(old: str, new: str, kind: str) -> None:
    before = f"def f(a, b, c):\n    if {old}:\n        return 1\n    return 2\n"
    begin = before.index(old, before.index("if"))
    change = Change("wrapped", 0, (Piece(begin, begin + len(old), new),))
    assert kind_of(Repair(before, (change,), "edit", 2, 0.1, Checked("tested", 1))) == kind


def _held_out(reference: str) -> list[Arguments]:
    chance = random.Random(5)
    if reference is PRODUCT:
        return [(number,) for number in range(-3, 30)]
    return [([chance.randint(-3, 9) for _ in range(chance.randint(0, 8))],) for _ in range(60)]


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("wrong", "changed", "most"),
    [
        (UNIQUE.replace("not in", "in"), (4,), 3),
        (UNIQUE.replace("        if x not in found:\n    ", "").replace("in xs:", "in xs:\n        # all"), (4, 5), 12),
        (UNIQUE.replace("found = []", "found = [xs[0]]"), (2,), 4),
        (UNIQUE.replace("    return found", "        return found"), (6,), 2),
        (UNIQUE.replace("x not in found", "xs not in found").replace("append(x)", "append(xs)"), (4, 5), 4),
        (UNIQUE.replace("return found", "return sorted(found)").replace("for x in xs", "for x in xs[1:]"), (3, 6), 12),
        (PRODUCT.replace("1, 1", "0, 1").replace("k + 1", "total + 1"), (5, 7), 4),
        (UNIQUE.replace("found.append(x)", "fond.append(x)"), (5,), 2),
        ("def f(xs):\n    return list(set(xs))\n", (2,), 6),
    ],
)
def test_a_mistake_or_two_are_mended_where_they_are(wrong: str, changed: tuple[int, ...], most: int) -> None:
    repair = repaired(PRODUCT if "square" in wrong else UNIQUE, wrong)
    assert repair is not None
    assert repair.way in ("edit", "edits", "guided")
    assert set(lines(repair)) <= set(changed), diff(repair)
    assert repair.size <= most, diff(repair)


@pytest.mark.thorough
def test_a_program_of_another_kind_is_led_to_the_reference_and_keeps_its_names_and_comments() -> None:
    wrong = """def f(numbers):
    i = 0
    # go through all
    while i < len(numbers):
        if numbers.count(numbers[i]) > 1:
            numbers.remove(numbers[i])
        i = i + 1
    return numbers  # what is left
"""
    repair = repaired(UNIQUE, wrong)
    assert repair is not None
    assert "# go through all" in repair.after
    assert "numbers" in repair.after
    assert "while i < len(numbers):" in repair.after or repair.way == "edit"


@pytest.mark.thorough
def test_what_makes_all_that_was_written_idle_is_called_another_program() -> None:
    reference = "def f(xs: list[int]) -> list[int]:\n    return list(dict.fromkeys(xs))\n"
    wrong = "def f(xs):\n    n = 0\n    for x in xs:\n        n = n * 31 + x\n    m = n % 7\n    return m\n"
    repair = repaired(reference, wrong)
    assert repair is not None
    assert repair.way == "whole"
    assert not repair.is_small


def test_a_short_model_in_the_place_of_the_result_is_another_program_too() -> None:
    reference = "def f(xs: list[int]) -> list[int]:\n    return sorted(xs + [7])\n"
    wrong = (
        "def f(xs):\n    found = []\n    for x in sorted(xs):\n        if 7 < x:\n            found.append(7)\n"
        "        found.append(x)\n    return found\n"
    )
    repair = repaired(reference, wrong)
    assert repair is None or repair.way == "whole" or "sorted(xs + [7])" not in repair.after


def test_gaps_show_what_stays_and_nothing_that_is_new() -> None:
    repair = repaired(UNIQUE, UNIQUE.replace("x not in found", "xs not in found").replace("append(x)", "append(xs)"))
    assert repair is not None
    shown = with_gaps(repair, "___")
    assert shown.count("___") == 2
    assert "append(x)" not in shown
    assert "for x in xs:" in shown


@pytest.mark.some(2)
@pytest.mark.parametrize(
    "wrong",
    [
        "def f(xs):\n    while True:\n        pass\n",
        "def f(xs):\n    import os\n    os._exit(3)\n",
        "def f(xs):\n    return f(xs)\n",
        "def f(xs):\n" + "    x = xs\n" * 2000 + "    return x\n",
        "def f(хs):\n    fоund = []\n    return хs\n",  # Cyrillic letters that look like Latin ones
    ],
)
def test_odd_submissions_end_with_a_right_repair_or_none(wrong: str) -> None:
    found = repaired(UNIQUE, wrong)
    assert found is None or (found.before == wrong and found.changes)


@pytest.mark.thorough
def test_the_smallest_repair_along_all_right_programs_wins_in_whatever_order_they_are_given() -> None:
    recursive = (
        "def f(xs: list[int]) -> list[int]:\n    return f(xs[:-1]) + xs[-1:] * (xs[-1] not in xs[:-1]) if xs else []\n"
    )
    loop = (
        "def f(xs):\n    out, i = [], 0\n    while i < len(xs):\n        if xs[i] not in out:\n"
        "            out.append(xs[i])\n        i += 1\n    return out\n"
    )
    wrong = loop.replace("if xs[i] not in out", "if len(out) > 3 or xs[i] == out[0]").replace("i += 1", "i += 2")
    alone = repaired(recursive, wrong)
    found = [repaired(recursive, wrong, corpus) for corpus in ([loop, UNIQUE], [UNIQUE, loop])]
    assert found[0] is not None and found[1] is not None
    assert found[0].size == found[1].size
    assert alone is None or alone.way == "whole" or found[0].size <= alone.size


@pytest.mark.thorough
def test_the_same_edit_has_the_same_mark_whatever_the_names_are() -> None:
    marks = []
    for name in ("found", "seen", "out"):
        wrong = UNIQUE.replace("found", name).replace("x not in", "x in")
        repair = repaired(UNIQUE, wrong)
        assert repair is not None
        marks.append(mark_of(repair, {name, "x", "xs"}))
    other = repaired(UNIQUE, UNIQUE.replace("    return found", "        return found"))
    assert other is not None
    assert len(set(marks)) == 1
    assert mark_of(other, {"found", "x", "xs"}) not in marks


@pytest.mark.parametrize("answered", [0, 1, 2])
def test_a_case_without_an_answer_is_none_that_came_out_right(answered: int) -> None:
    cases = [Case((n,), None, frozenset(), 0) for n in range(3)]
    trial = SimpleNamespace(failures=lambda cases: ((case, None, None) for case in cases[:answered]))
    assert failing(cast(Trial, trial), cases) is cases[answered]


def test_the_first_case_that_is_wrong_is_told_and_none_where_all_are_right() -> None:
    cases = [Case((n,), None, frozenset(), 0) for n in range(3)]
    wrong = SimpleNamespace(failures=lambda cases: ((case, None, case.arguments == (1,) or None) for case in cases))
    assert failing(cast(Trial, wrong), cases) is cases[1]
    right = SimpleNamespace(failures=lambda cases: ((case, None, None) for case in cases))
    assert failing(cast(Trial, right), cases) is None


def test_several_repairs_are_all_right_and_different_and_the_first_is_the_one_that_is_told_alone() -> None:
    loop = "    for x in xs:\n        if x > 1:\n            t += x\n"
    reference = f"def f(xs: list[int]) -> int:\n    t = 0\n{loop}    return t\n"
    wrong = reference.replace("x > 1", "x > 2")
    with wrong_program(reference, wrong) as found:
        assert found is not None
        alone = Search(found[0]).repair()
    with wrong_program(reference, wrong) as found:
        assert found is not None
        several = Search(found[0], most=3).repair()
        assert alone is not None
        assert several is not None
        assert several.after == alone.after
        assert alone.others == ()
        every = (several, *several.others)
        assert 1 < len({one.after for one in every}) == len(every) <= 3
        sizes = [one.size for one in several.others]
        assert sizes == sorted(sizes)
        for one in every:
            held_out(found[1], one, _held_out(reference))
