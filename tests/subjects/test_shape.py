"""Every subject has the same shape: the same question has its answer in the same file, so who knows one knows all."""

import inspect
import re
from importlib import import_module
from pathlib import Path

import pytest

import viva.subjects
from viva.core.kinds import SubjectOfKinds
from viva.services.registry import subject_named

ROOT = Path(viva.subjects.__path__[0])
SUBJECTS = sorted(path.name for path in ROOT.iterdir() if (path / "subject.py").is_file())
FILES = {
    "__init__", "subject", "model", "notation", "examine", "judge", "suite", "shrink", "score", "explain", "pattern",
    "places", "fix", "vary", "solve", "draw", "commands",
}  # fmt: skip
FOLDERS = {"tasks", "texts", "template"}
MOST_OF_ITS_OWN = 5
FIVE = {"read": 2, "check": 3, "vary": 2, "solve": 1, "draw": 2}  # and how much each is told


def strange_names(subject: str) -> set[str]:
    """Names that are neither in the list nor told in the docstring of the package."""
    inside = [path for path in (ROOT / subject).iterdir() if path.name != "__pycache__"]
    files = {path.stem for path in inside if path.suffix == ".py"}
    folders = {path.name for path in inside if path.is_dir()}
    told = set(re.findall(r"`(\w+)\.py`", import_module(f"viva.subjects.{subject}").__doc__ or ""))
    own = (files & told) - FILES
    return (files - FILES - (own if len(own) <= MOST_OF_ITS_OWN else set())) | (folders - FOLDERS)


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
