"""The same submission gets the same row in any order, with any number of workers, among others or alone, with what was
found before or without."""

import json
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from viva.cli.main import run
from viva.core.submission import Submission
from viva.core.terms import Terms
from viva.grading.sharing import reported_of
from viva.services.checking import check
from viva.services.registry import read_exercise

EXERCISES = Path(__file__).parents[2] / "exercises"
ASKED = ("functions/leap-year", "automata/exactly-two", "console/sum-of-n")


def submissions() -> list[tuple[str, Path]]:
    """Of each exercise one right and one wrong example, and the wrong one once more."""
    found = []
    for name in ASKED:
        for word in ("right", "wrong", "wrong"):
            examples = sorted((EXERCISES / name / "examples" / word).iterdir())
            found.append((name.partition("/")[2], next(path for path in examples if ".expect" not in path.name)))
    return found


def graded(folder: Path, order: list[int], jobs: int, store: Path, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The rows by the number of their submission, without what names the student and the time it took."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(store))
    folder.mkdir()
    exercises = "".join(f'[[exercise]]\nfolder = "{EXERCISES / name}"\n' for name in ASKED)
    (folder / "course.toml").write_text(f'title = "All"\n{exercises}')
    handed_in = submissions()
    for place, number in enumerate(order):
        name, path = handed_in[number]
        student = folder / "handed-in" / f"student-{place}"
        student.mkdir(parents=True)
        (student / f"{name}{path.suffix}").write_bytes(path.read_bytes())
    out = folder / "out"
    arguments = [str(folder), str(folder / "handed-in"), "--out", str(out), "--jobs", str(jobs), "--seconds", "60"]
    assert run(["grade", *arguments]) == 0
    rows = [json.loads(line) for line in (out / "results.jsonl").read_text().splitlines()]
    found = {row["student"]: {**row, "student": None, "seconds": None} for row in rows if row["file"]}
    return [found[f"student-{order.index(number)}"] for number in range(len(handed_in))]


@pytest.mark.thorough
def test_rows_depend_on_nothing_but_the_submission(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    order = list(range(len(submissions())))
    first = graded(tmp_path / "first", order, 1, tmp_path / "store", monkeypatch)
    assert {row["verdict"] for row in first} >= {"refuted"}
    assert [row["verdict"] in ("proved", "passed") for row in first] == [True, False, False] * len(ASKED)
    random.Random(7).shuffle(order)
    assert graded(tmp_path / "second", order, 2, tmp_path / "store", monkeypatch) == first


@pytest.mark.parametrize(
    ("exercise", "text"),
    [
        ("functions/second-largest", "def second_largest(xs):\n    return sorted(xs)[-2]\n"),
        ("functions/second-largest", "def second_largest(xs)\n    return sorted(set(xs))[-2]\n"),
        (
            "functions/unique",
            "def unique(xs):\n    out = []\n    for x in xs:\n        if x in out:\n            out.append(x)\n",
        ),
        ("console/sum-of-n", "n = int(input())\nprint(sum(int(input()) for _ in range(n - 1)))\n"),
        ("structures/list-insert", "class Node:\n    pass\n"),
        ("labs/wall-recovery", "def step(sensors, state):\n    return 0.2, 0.2\n"),
    ],
)
def test_the_report_on_a_wrong_program_is_that_on_a_copy_with_another_name(exercise: str, text: str) -> None:
    """Or 10,000 copies of one file would be examined 10,000 times."""
    subject, asked = read_exercise(EXERCISES / exercise)
    reports = [
        check(subject, asked, Submission.from_text(text, name), Terms()) for name in ("ada_5.py", "someone else.py")
    ]
    assert not reports[0].verdict.right
    shared = reported_of(reports[0], "ada_5.py", "someone else.py")
    assert shared is not None and replace(shared, seconds=0.0) == replace(reports[1], seconds=0.0)
