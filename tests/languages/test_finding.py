"""Which language a submission is in, and that subjects know languages by their protocol only."""

import tomllib
from pathlib import Path

import pytest

from viva.core.fault import Fault
from viva.core.ladder import Rung
from viva.core.report import Report
from viva.core.source import Source
from viva.core.submission import Submission
from viva.core.terms import Terms
from viva.core.where import Passage
from viva.languages import python
from viva.languages.finding import GROUP, OWN, language_for, language_named, suffixes
from viva.services.checking import check
from viva.services.registry import read_source

PYPROJECT = Path(__file__).parents[2] / "pyproject.toml"

FUNCTIONS = {
    "exercise.toml": """subject = "functions"
title = "Even"

[functions]
function = "even"
reference = "reference.py"
languages = ["python", "schlange"]
""",
    "statement.md": "Is a number even?",
    "reference.py": "def even(n: int) -> bool:\n    return n % 2 == 0\n",
}
CONSOLE = {
    "exercise.toml": """subject = "console"
title = "Twice"

[console]
spec = "spec.sym"
languages = ["schlange"]
""",
    "statement.md": "Twice the number.",
    "spec.sym": "[>x]^Z [{2 * x_C}>]",
}


def examined(files: dict[str, str], file: str, text: str, rung: Rung | None = None) -> Report:
    subject, exercise = read_source(Source("exercise", {name: content.encode() for name, content in files.items()}))
    return check(subject, exercise, Submission.from_text(text, file), Terms(rung=rung))


def test_python_is_found_by_name_and_by_the_ending_of_a_file() -> None:
    assert language_named("python") is python
    assert language_for("submission.py") is python
    assert language_for("an answer without ending") is python


def test_the_languages_of_viva_that_are_found_by_name_are_its_entry_points() -> None:
    points = tomllib.loads(PYPROJECT.read_text())["project"]["entry-points"][GROUP]
    assert points == {name: own.place for name, own in OWN.items()}
    for name, own in OWN.items():
        assert language_named(name).suffixes == own.suffixes


def test_a_language_that_is_not_there_is_a_fault_with_a_suggestion(echo_is_installed: None) -> None:
    with pytest.raises(Fault, match="there is no language 'schlang'; did you mean 'schlange'"):
        language_named("schlang")


def test_an_exercise_that_names_an_unknown_language_is_a_fault_in_its_line(echo_is_installed: None) -> None:
    manifest = FUNCTIONS["exercise.toml"].replace('"schlange"', '"slang"')
    with pytest.raises(Fault, match="has 'slang', which is no language") as caught:
        examined({**FUNCTIONS, "exercise.toml": manifest}, "even.py", "")
    assert caught.value.line == 7


def test_the_language_of_a_third_party_is_found_by_the_ending_of_a_file(echo_is_installed: None) -> None:
    assert suffixes(("python", "schlange")) == (".py", ".schlange")
    assert language_for("even.schlange", ("python", "schlange")).name == "schlange"
    assert language_for("even.py", ("python", "schlange")) is python


def test_a_function_in_the_language_of_a_third_party_is_examined_against_a_reference_in_python(
    echo_is_installed: None,
) -> None:
    right = examined(FUNCTIONS, "even.schlange", "definiere even(n):\n    gib n % 2 == 0\n")
    assert right.verdict.value == "passed"
    wrong = examined(FUNCTIONS, "even.schlange", "definiere even(n):\n    gib n % 2 == 1\n")
    assert wrong.verdict.value == "refuted"
    assert "wahr. Yours: falsch." in " ".join(finding.text for finding in wrong.findings)
    assert {finding.where.line for finding in wrong.findings if isinstance(finding.where, Passage)} == {2}


def test_a_program_in_the_language_of_a_third_party_is_examined(echo_is_installed: None) -> None:
    right = examined(CONSOLE, "twice.schlange", "schreibe(2 * zahl(lies()))\n")
    assert right.verdict.value == "passed"
    wrong = examined(CONSOLE, "twice.schlange", "schreibe(zahl(lies()) + 2)\n")
    assert wrong.verdict.value == "refuted"
    broken = examined(CONSOLE, "twice.schlange", "schreibe(2 * zahl(lies())\n")
    assert (broken.verdict.value, broken.reason) == ("rejected", "syntax_error")
