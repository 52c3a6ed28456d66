"""Every subject has the same shape: the same question has its answer in the same file, so who knows one knows all."""

import ast
import inspect
import re
from importlib import import_module
from pathlib import Path

import pytest

import viva.subjects
from viva.core.kinds import SubjectOfKinds
from viva.core.subject import ShowsFrames
from viva.services.registry import subject_named

ROOT = Path(viva.subjects.__path__[0])
SUBJECTS = sorted(path.name for path in ROOT.iterdir() if (path / "subject.py").is_file())
FILES = {
    "__init__", "subject", "model", "notation", "examine", "judge", "suite", "shrink", "score", "explain", "pattern",
    "places", "fix", "vary", "solve", "draw", "frames", "commands",
}  # fmt: skip
FOLDERS = {"tasks", "texts", "template"}
MOST_OF_ITS_OWN = 5
WITHOUT_TIME = {"harmony"}  # notes are played, and nothing is worked out on the way
FIVE = {"read": 2, "check": 3, "vary": 2, "solve": 1, "draw": 2}  # and how much each is told
# The function that a file is there for: its name, the types of its first parameters, and what it gives.
FUNCTIONS = {
    "notation": ("read_task", ("Table",), r"Task"),
    "examine": ("examine", ("Exercise", "Submission", "Terms"), r"Report|Examined"),
    "score": ("score", (), r"float|Marks"),
    "explain": ("findings", (), r"tuple\[Finding, \.\.\.\]"),
    "pattern": ("pattern", (), r"(list\[|tuple\[)?Clue\b.*"),
    "places": ("places", (), r"(list\[|tuple\[)?Clue\b.*"),
    "fix": ("fix", (), r"(list\[|tuple\[)?Clue\b.*"),
    "vary": ("variants", ("Exercise", "int"), r"Iterator\[(Source|Exercise)\]"),
    "solve": ("model", (), r"Submission"),
    "draw": ("draw", ("Exercise", "Submission | Witness | None"), r"Drawing"),
    "frames": ("frames", ("Exercise", "Submission", "Witness", "Terms"), r"Frames \| None"),
}


def strange_names(subject: str) -> set[str]:
    """Names that are neither in the list nor told in the docstring of the package."""
    inside = [path for path in (ROOT / subject).iterdir() if path.name != "__pycache__"]
    files = {path.stem for path in inside if path.suffix == ".py"}
    folders = {path.name for path in inside if path.is_dir()}
    said = import_module(f"viva.subjects.{subject}").__doc__ or ""
    told, rooms = (set(re.findall(pattern, said)) for pattern in (r"`(\w+)\.py`", r"`(\w+)/`"))
    own, own_rooms = (files & told) - FILES, (folders & rooms) - FOLDERS
    allowed = own | own_rooms if len(own) + len(own_rooms) <= MOST_OF_ITS_OWN else set()
    return (files - FILES - allowed) | (folders - FOLDERS - allowed)


def test_the_subjects_are_found() -> None:
    assert {"automata", "console", "functions"} <= set(SUBJECTS)


@pytest.mark.parametrize("subject", SUBJECTS)
def test_files_have_the_names_that_every_subject_uses(subject: str) -> None:
    assert strange_names(subject) == set()


@pytest.mark.parametrize("subject", SUBJECTS)
def test_the_docstring_of_the_package_says_where_to_start_reading(subject: str) -> None:
    told = re.search(r"[Ss]tart reading in `(\w+)\.py`", import_module(f"viva.subjects.{subject}").__doc__ or "")
    assert told
    assert (ROOT / subject / f"{told[1]}.py").is_file()


@pytest.mark.parametrize("subject", SUBJECTS)
def test_every_kind_of_task_answers_the_five_questions(subject: str) -> None:
    made = subject_named(subject)
    if not isinstance(made, SubjectOfKinds):
        assert not (ROOT / subject / "tasks").exists()
        return
    found = {path.stem for path in (ROOT / subject / "tasks").glob("*.py")} - {"__init__"}
    assert found == set(made.kinds)
    assert made.default is None or made.default in made.kinds
    for kind in made.kinds:
        module = import_module(f"{made.tasks}.{kind}")
        for question, needed in FIVE.items():
            parameters = inspect.signature(getattr(module, question)).parameters.values()
            required = [each.name for each in parameters if each.default is each.empty]
            assert len(required) == needed, f"{kind}.{question}({', '.join(required)})"


@pytest.mark.parametrize("subject", SUBJECTS)
def test_what_happens_in_time_is_asked_of_every_subject(subject: str) -> None:
    assert isinstance(subject_named(subject), ShowsFrames)
    assert (ROOT / subject / "frames.py").is_file() == (subject not in WITHOUT_TIME)


@pytest.mark.parametrize("file", FUNCTIONS)
@pytest.mark.parametrize("subject", SUBJECTS)
def test_the_same_function_answers_the_same_question_in_every_subject(subject: str, file: str) -> None:
    if not (ROOT / subject / f"{file}.py").is_file():
        return
    name, types, gives = FUNCTIONS[file]
    function = getattr(import_module(f"viva.subjects.{subject}.{file}"), name, None)
    assert function is not None, f"{subject}/{file}.py has no function {name}"
    assert function.__module__ == f"viva.subjects.{subject}.{file}", f"{name} is written elsewhere"
    found = inspect.signature(function)
    given = tuple(each.annotation for each in found.parameters.values())
    assert given[: len(types)] == types, f"{subject}: {name}{found}"
    assert re.fullmatch(gives, found.return_annotation), f"{subject}: {name}{found}"


@pytest.mark.parametrize("subject", SUBJECTS)
def test_findings_about_a_mistake_are_made_of_a_ladder_only(subject: str) -> None:
    """Which rungs are told, and in which order, is decided in `viva.core.rungs`."""
    for path in (*(ROOT / subject).glob("*.py"), *(ROOT / subject).glob("tasks/*.py")):
        calls = [node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Call)]
        made = [call for call in calls if ast.unparse(call.func) in ("Finding", "replace")]
        by_hand = [call.lineno for call in made if any(each.arg == "rung" for each in call.keywords)]
        assert not by_hand, f"{path} puts a finding on a rung by itself in lines {by_hand}"


def test_the_page_on_adding_a_subject_names_the_function_of_every_file() -> None:
    page = (ROOT.parents[2] / "docs" / "adding-a-subject.md").read_text(encoding="utf-8")
    rows = [row for row in page.splitlines() if row.startswith("| `")]
    for file, (name, _, _) in FUNCTIONS.items():
        assert any(f"`{file}.py`" in row and f"`{name}(" in row for row in rows), f"{file}.py: {name}"
