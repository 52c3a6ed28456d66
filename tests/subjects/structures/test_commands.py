"""The commands of the subject, on exercises that ship."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from viva.cli.commands.models.execution_tree import command as show_execution_tree
from viva.core.fault import Fault
from viva.services.registry import read_exercise
from viva.subjects.structures.commands import compare_techniques, schemas

EXERCISES = Path(__file__).parents[3] / "exercises" / "structures"


@pytest.mark.thorough
def test_all_six_techniques_are_measured_and_lazier_ones_are_least_redundant() -> None:
    call = [str(EXERCISES / "duplicates-left"), "--method", "delete", "--json"]
    told = json.loads(CliRunner().invoke(compare_techniques, call, standalone_mode=False).output)["techniques"]
    found = {row["technique"]: row for row in told}
    assert len(found) == 7
    assert found["lazy: probe, symbolic"]["redundancy"] <= 1.25
    assert found["lazy: probe, symbolic"]["schemas"] < found["sequences: symbolic"]["schemas"]
    assert found["sequences: symbolic"]["schemas"] < found["sequences: concrete"]["schemas"]
    assert len({row["traces"] for row in told if row["traces"]}) == 1


def test_the_papers_first_program_has_a_dead_line(tmp_path: Path) -> None:
    (tmp_path / "reference.py").write_text(
        "class Smallest:\n    def of(self, a, b):\n        least = a\n        if b < least:\n            least = b\n"
        "        if a < least:\n            least = a\n        return least\n"
    )
    (tmp_path / "exercise.toml").write_text(
        'subject = "structures"\n[structures]\nreference = "reference.py"\nclass = "Smallest"\n'
    )
    told = CliRunner().invoke(show_execution_tree, [str(tmp_path)], standalone_mode=False).output
    assert told.splitlines()[-1] == "No path reaches these lines, with up to 2 nodes: 7."
    assert "b < a" in told


def test_a_submission_fails_on_the_schema_of_the_papers_figure_6(tmp_path: Path) -> None:
    folder, page = EXERCISES / "duplicates-left", tmp_path / "delete.html"
    given = [str(folder), "--file", str(folder / "examples/wrong/from-the-right.py"), "--nodes", "4"]
    told = CliRunner().invoke(schemas, [*given, "--method", "delete"], standalone_mode=False).output
    cases = told.split("\n\n")
    failing = [case for case in cases if ": fails in" in case]
    assert len(failing) == 1
    assert "right: ?\n   ├─ left: ?" in failing[0]  # the right child has a left child
    assert "1(1, 2(2, -)): delete(1)" in failing[0]
    CliRunner().invoke(schemas, [*given, "--method", "delete", "-o", str(page)], standalone_mode=False)
    assert page.read_text().count("<section>") == len(cases) - 2


def test_schemas_of_a_reference_have_their_constraints_and_structures() -> None:
    given = [str(EXERCISES / "tree-insert"), "--method", "contains", "--nodes", "1"]
    told = CliRunner().invoke(schemas, given, standalone_mode=False).output
    cases = told.split("\n\n")[1:-1]
    assert [line for case in cases for line in case.splitlines() if line.startswith("where")] == [
        "where key = A", "where key < A", "where key > A",
    ]  # fmt: skip
    assert all("for example" in case for case in cases)
    assert "fails" not in told


def test_other_exercises_are_refused() -> None:
    other = EXERCISES.parent / "automata" / "no-101"
    assert read_exercise(other)[0].name == "automata"
    with pytest.raises(Fault, match="automata"):
        compare_techniques.main([str(other)], standalone_mode=False)
