"""Exercises that ship: everything about them can be drawn; and awkward ones, whose variants read back.

That the examples of all of them come out as they should is tested with the command line (`test_shipped_exercises`).
"""

from itertools import islice
from pathlib import Path
from xml.etree import ElementTree

import pytest

from viva.core.exercise import Exercise
from viva.core.fault import Fault
from viva.core.report import Witness
from viva.core.source import Source
from viva.services.registry import read_exercise, read_source, template
from viva.subjects.console.subject import Console

SHIPPED = Path(__file__).parents[3] / "exercises" / "console"
FOLDERS = [SHIPPED / name for name in ("sum-of-n",)]


def exercises() -> list[Exercise]:
    return [read_source(template("console"))[1], *(read_exercise(folder)[1] for folder in FOLDERS)]


def assert_reads_back(exercise: Exercise, folder: Path) -> None:
    """What is written to a disk is the same exercise."""
    exercise.source.write(folder)
    again = read_exercise(folder)[1]
    assert (again.task, again.title, again.statement) == (exercise.task, exercise.title, exercise.statement)


AWKWARD = """read a: {"x\\"y", "back\\\\slash", "'''", "# no comment", "é\\t∀", "[console]"}
read n: 0..9
write a
if n > {limit}:
    write n + 1
"""
PROGRAM = "a = input()\nn = int(input())\nprint(a)\nif n > {limit}:\n    print(n + 1)\n"
SLOTS = '[console.slots.limit]\nvalues = ["3", "4", "5"]\nquoted = [\'"\', "\\\\", "é"]\n'
KINDS = {
    "program": "",
    "run": 'inputs = [\n    "x\\"y",  # a quote\n    "4",\n]\n',
    "runs": 'runs = "runs.txt"\n',
    "difference": 'programs = ["a.py", "b.py"]\n',
    "equivalent": 'programs = [\n  "a.py",\n  "b.py",\n]\nequivalent = false\n',
    "holes": 'program = "holes.py"\nsolution = "a.py"\n',
}


@pytest.mark.parametrize("kind", KINDS)
def test_variants_of_awkward_exercises_read_back(kind: str, tmp_path: Path) -> None:
    """Quotes, backslashes, arrays over several lines, what looks like TOML, and letters of all kinds."""
    title = "'''A \"title\" with \\ and é'''"
    manifest = f'subject = "console"\ntitle = {title}\n\n[console]\ntask = "{kind}"\nspec = "spec.txt"\n{KINDS[kind]}'
    files = {
        "exercise.toml": manifest + SLOTS,
        "spec.txt": AWKWARD,
        "statement.md": 'Say "it" above {limit} {limit.quoted}: {inputs} {runs}\n',
        "runs.txt": '?"x\\"y" ?4 !"x\\"y" !5 stop\n?"x\\"y" ?1 !"x\\"y" !2 stop\n',
        "a.py": PROGRAM,
        "b.py": PROGRAM.replace(">", ">="),
        "holes.py": PROGRAM.replace("n > {limit}", "___"),
    }
    console = Console()
    original = console.read(Source("awkward", {path: text.encode() for path, text in files.items()}))
    found = list(islice(console.vary(original, seed=2), 3))
    assert len(found) >= 2
    for one in found:
        assert_reads_back(one, tmp_path / one.name)


@pytest.mark.parametrize("exercise", exercises(), ids=lambda exercise: exercise.name)
def test_everything_can_be_drawn(exercise: Exercise) -> None:
    console = Console()
    witness = Witness("run", {"inputs": ["2", "1", "0"], "expected": "!{1} <b>", "actual": "!2"})
    for thing in (None, console.solve(exercise), witness):
        drawing = console.draw(exercise, thing)
        assert ElementTree.fromstring(drawing.svg).tag.endswith("svg")
        assert drawing.text
    assert 'class="good"' in console.draw(exercise, witness).svg


@pytest.mark.parametrize(
    ("settings", "spec", "problem"),
    [
        ('spec = "other.sym"', "0", "no file 'other.sym'"),
        ('spec = "spec.sym"\nspeed = 3', "0", "`speed`"),
        ("", "0", "`spec`"),
        ('spec = "spec.sym"', "[>x]^Z [{y_C} >]", "spec.sym:1:10: nothing is read into y"),
        (
            'spec = "spec.sym"',
            "[>x]^",
            "spec.sym:1:6: expected a set of values: N, Z, S, L, B, D, {1..9} or {1, 2, 3}, found the end",
        ),
    ],
)
def test_a_faulty_exercise_is_told_to_its_teacher(settings: str, spec: str, problem: str) -> None:
    manifest = f'subject = "console"\n[console]\n{settings}\n'
    with pytest.raises(Fault) as caught:
        Console().read(Source("faulty", {"exercise.toml": manifest.encode(), "spec.sym": spec.encode()}))
    assert problem in str(caught.value)
