"""Who is still writing is told what a check would reject, and nothing else."""

import functools
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from viva.core.exercise import Exercise
from viva.core.subject import Proofreads, Subject
from viva.core.submission import Submission, Unreadable
from viva.core.terms import Terms
from viva.services.registry import read_exercise
from viva.services.shipped import list_shipped

SHIPPED = [(each.subject, each.folder) for each in list_shipped()]
SLOW = (".hs", ".c", ".cpp", ".java", ".go", ".rs")  # a compiler of seconds, or none on this machine


@functools.cache
def read(folder: Path) -> tuple[Subject, Exercise]:
    return read_exercise(folder)


def answers(folder: Path, which: str) -> Iterator[Path]:
    for path in sorted((folder / "examples" / which).glob("*")):
        if not path.name.endswith(".expect.toml") and path.suffix not in SLOW:
            yield path


def problem(folder: Path, path: Path) -> Unreadable | None:
    subject, exercise = read(folder)
    assert isinstance(subject, Proofreads)
    try:
        subject.proofread(exercise, Submission.from_path(path), Terms(locale="en"))
    except Unreadable as unreadable:
        return unreadable
    return None


# One process for each third: what is shared is the sandbox of a process.
@pytest.mark.some(3)
@pytest.mark.parametrize("subject", sorted({subject for subject, _ in SHIPPED}))
def test_what_is_right_can_be_read_and_what_cannot_be_read_is_rejected(subject: str) -> None:
    for own, folder in SHIPPED:
        if own != subject:
            continue
        for path in answers(folder, "right"):
            assert problem(folder, path) is None, path
        for path in answers(folder, "wrong"):
            expected = path.with_name(f"{path.stem}.expect.toml")
            expected = expected if expected.is_file() else path.with_name(f"{path.name}.expect.toml")
            if not expected.is_file():
                continue
            wanted = tomllib.loads(expected.read_text("utf-8"))
            if problem(folder, path) is not None:
                assert wanted.get("verdict", "rejected") == "rejected", path


@pytest.mark.parametrize(
    ("place", "file", "text", "line"),
    [
        ("automata/exactly-two", "answer.txt", "   a b\n-> q0 q1 q0\n* q1 q1\n", 3),
        ("console/average", "answer.py", "x = 1\nprint(x\n", 2),
        ("machines/alarm", "answer.txt", "input tick\nmachine {\n  nonsense ?\n}\n", 3),
    ],
)
def test_the_place_of_a_mistake_is_told(place: str, file: str, text: str, line: int) -> None:
    folder = next(folder for _, folder in SHIPPED if folder.as_posix().endswith(place))
    subject, exercise = read(folder)
    assert isinstance(subject, Proofreads)
    with pytest.raises(Unreadable) as caught:
        subject.proofread(exercise, Submission.from_text(text, file), Terms(locale="en"))
    where = caught.value.findings[0].where
    assert getattr(where, "line", None) == line
