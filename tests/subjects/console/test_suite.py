"""Suites on disk: found again, read while the sandbox starts, and never believed when they are damaged."""

import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from viva.core.terms import Budget, Terms
from viva.engines.dialogues.model import Spec, Value
from viva.engines.dialogues.notations.symbols import parse
from viva.engines.dialogues.suites.cases import figures, restore_suite
from viva.engines.dialogues.suites.suite import Maker, suite
from viva.engines.dialogues.suites.ways.work import FULL, Work, limit_within
from viva.services.checking import check_path
from viva.services.registry import read_exercise
from viva.services.storing import store
from viva.services.storing.closure import closure
from viva.services.storing.store import Stored
from viva.subjects.console import suite as suites
from viva.subjects.console.suite import Awaited, stored_suite, suite_for

EXERCISES = Path(__file__).parents[3] / "exercises" / "console"
SPEC = parse("[>x]^Z ( [{0} >] <x_C > 4711> [{1} >] )")


@pytest.fixture(autouse=True)
def own_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    suites._read.cache_clear()


def files() -> list[Path]:
    return sorted(store.folder().iterdir())


def test_what_is_kept_is_found_again() -> None:
    assert suites.load(SPEC, 0) is None
    made = suite_for(SPEC, 0)
    known = suites.load(SPEC, 0)
    assert known is not None
    assert restore_suite(SPEC, *known) == made == suite(SPEC, 0)
    assert suites.load(SPEC, 1) is None, "another seed has another suite"
    assert len(files()) == 1


def test_decimals_and_truth_values_are_kept_as_they_are() -> None:
    inputs: list[tuple[Value, ...]] = [(True, 3, "x"), (Fraction(1, 4), False, -(2**70))]
    suites.save(SPEC, 0, FULL, inputs, {"tests": 2})
    assert suites.load(SPEC, 0) == (inputs, {"tests": 2})
    found = suites.load(SPEC, 0)
    assert found
    assert [type(value) for value in found[0][0]] == [bool, int, str]


def test_what_is_read_beside_is_what_is_stored() -> None:
    made = suite_for(SPEC, 0)
    suites._read.cache_clear()
    assert Awaited(SPEC, 0).result() == made
    assert Awaited(SPEC, 10**9).result() is None, "nobody asked for this seed before"


def test_a_fault_while_reading_is_raised_where_the_result_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(spec: Spec, seed: int, limit: int) -> None:
        raise MemoryError

    monkeypatch.setattr(suites, "stored_suite", broken)
    reading = Awaited(SPEC, 0)
    with pytest.raises(MemoryError):
        reading.result()


def rewritten(change: Callable[[dict[str, Any]], object]) -> None:
    """The one file changed by someone who knows how the sum is made."""
    data = json.loads(files()[0].read_text())
    change(data)
    data["sum"] = store.hash_of([data["inputs"], dict(sorted(data["figures"].items()))])
    files()[0].write_text(json.dumps(data))
    suites._read.cache_clear()


@pytest.mark.parametrize(
    "inputs",
    [
        "3", "[3]", "[[null]]", "[[1.5]]", '[["x"]]', '[[{"decimal": "1e999999999"}]]', '[[{"decimal": [1, 0]}]]',
        "[[" * 300 + "]]" * 300,
    ],
)  # fmt: skip
def test_a_file_with_other_things_than_inputs_is_as_good_as_none(inputs: str) -> None:
    made = suite_for(SPEC, 0)
    rewritten(lambda data: data.update(inputs=json.loads(inputs)))
    assert suite_for(SPEC, 0) == made


def test_a_file_with_tests_left_out_is_not_taken_for_a_suite() -> None:
    made = suite_for(SPEC, 0)
    rewritten(lambda data: data.update(inputs=data["inputs"][1:]))
    assert suite_for(SPEC, 0) == made
    assert figures(made)["tests"] == len(made.tests)


def test_a_file_cannot_say_that_its_tests_are_all_there_are() -> None:
    made = suite_for(SPEC, 0)
    assert not made.complete
    rewritten(lambda data: data["figures"].update(complete=1))
    assert suite_for(SPEC, 0) == made


def test_that_tests_are_all_there_are_is_kept_and_no_test_can_be_taken_away() -> None:
    spec = parse("[>x]^{1,2,3} [{x_C} >]")
    made = suite_for(spec, 0)
    assert made.complete
    suites._read.cache_clear()
    assert stored_suite(spec, 0) == made
    rewritten(lambda data: (data["inputs"].pop(), data["figures"].update(tests=2)))
    assert suite_for(spec, 0) == made


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["piggy-bank"])
def test_the_report_is_the_same_with_a_stored_and_without(name: str) -> None:
    subject, exercise = read_exercise(EXERCISES / name)
    for kind in ("right", "wrong"):
        program = sorted((EXERCISES / name / "examples" / kind).glob("*.py"))[0]
        reports = []
        for _ in range(2):
            suites._read.cache_clear()
            suite.cache_clear()
            reports.append(check_path(subject, exercise, program, Terms(budget=Budget(seconds=120.0))))
        assert files()
        cold, warm = (replace(report, seconds=0.0) for report in reports)
        assert cold == warm


COSTLY = {
    "z3", "jinja2", "difflib", "importlib.metadata", "concurrent.futures", "viva.languages.python.calling",
    "viva.engines.dialogues.suites.suite", "viva.subjects.console.explain", "viva.engines.dialogues.notations.builder",
}  # fmt: skip


@pytest.mark.thorough
def test_a_check_with_a_stored_loads_nothing_costly() -> None:
    """On a program in JavaScript: of one in Python z3 is asked whether it is proved."""
    exercise = EXERCISES / "sum-of-n"
    program = exercise / "examples" / "right" / "prompt.js"
    check = f"viva.check({str(exercise)!r}, {str(program)!r})"
    code = f"import sys, viva; {check}; print(*sorted(set(sys.modules) & {COSTLY!r}))"
    loaded = [
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
        for _ in range(2)
    ]
    assert "z3" in loaded[0]
    assert loaded[1] == []


def test_a_suite_is_saved_once_in_a_process(monkeypatch: pytest.MonkeyPatch) -> None:
    saved = []
    save = store.save

    def noted(path: Path, what: Stored) -> None:
        saved.append(path)
        save(path, what)

    monkeypatch.setattr(store, "save", noted)
    for _ in range(3):
        suite_for(SPEC, 0)
    assert len(saved) == 1


def test_a_suite_in_whose_making_the_clock_had_a_part_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    made = replace(suite(SPEC, 0), lasting=False)
    monkeypatch.setattr("viva.engines.dialogues.suites.suite.suite", lambda *_: made)
    assert suite_for(SPEC, 0) is made
    assert not store.folder().exists()


def test_a_change_of_any_module_that_has_a_part_in_a_suite_makes_another_one() -> None:
    """What is loaded to make one is what its place on the disk depends on."""
    code = (
        "import sys; before = set(sys.modules)\n"
        "from viva.engines.dialogues.notations.symbols import parse\n"
        "from viva.engines.dialogues.suites.suite import suite\n"
        "suite(parse('[>x]^Z ( [{0} >] <x_C > 4711> [{1} >] )'), 0); suite(parse('[>x]^{1,2} [{x_C} >]'), 0)\n"
        "print(*sorted(name for name in set(sys.modules) - before if name.startswith('viva.engines.')))"
    )
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert "viva.engines.dialogues.suites.ways.solver" in loaded
    assert set(loaded) <= set(closure(suites.MAKERS).modules)


MANY = [f"v{number}" for number in range(25)]
READS = "".join(f"[>{name}]^Z " for name in MANY)
BUSY = {
    "a sum of many": f"{READS} [{{{' + '.join(f'{name}_C' for name in MANY)}}} >]",
    "many conditions after one read": READS
    + " ".join(f"( 0 <{' + '.join(f'{name}_C' for name in MANY[: n + 2])} > {n}> [{{{n}}} >] )" for n in range(24)),
}


@pytest.mark.thorough
@pytest.mark.parametrize("text", BUSY.values(), ids=BUSY)
def test_making_a_suite_ends_when_its_work_is_done(text: str) -> None:
    """Counted, so that it ends at the same place everywhere; with more work there are no fewer tests."""
    spec = parse(text)
    limit = limit_within(0.5)
    work = Work(limit)
    inputs = Maker(spec, 0, work).inputs()
    assert limit < work.spent < limit + FULL // 4, "the last step and the random walks may go beyond, but not far"
    assert len(inputs) > 10
    assert [case.inputs for case in suite(spec, 0, limit).tests] == inputs


def test_a_suite_is_the_same_with_more_work_where_less_is_enough() -> None:
    assert suite(SPEC, 0, limit_within(5)) == suite(SPEC, 0)
    assert limit_within(10) == limit_within(300) == FULL
