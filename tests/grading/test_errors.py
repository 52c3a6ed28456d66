"""`viva errors`: an error model learnt from a graded class, in every subject."""

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

import viva
from tests.examining import Viva
from viva.cli.commands.classes.errors import command
from viva.core.fault import Fault
from viva.core.ladder import Rung
from viva.grading.row import Row

EXERCISES = Path(__file__).parents[2] / "exercises"


def classed(tmp_path: Path, name: str) -> tuple[Path, Path]:
    """An exercise, and the results of a class that made its known mistakes, the first one three times."""
    folder = Path(shutil.copytree(EXERCISES / name, tmp_path / "exercise"))
    (tmp_path / "graded").mkdir()
    wrong = sorted(path for path in (folder / "examples/wrong").iterdir() if not path.name.endswith(".expect.toml"))
    rows = []
    for number, file in enumerate([wrong[0], wrong[0], *wrong]):
        report = viva.check(folder, file)
        row = Row(f"s{number}", report.exercise, report.title, 10, file.name, "", 0, report, None)
        rows.append(json.dumps(row.to_json()))
    (tmp_path / "graded/results.jsonl").write_text("\n".join(rows) + "\n")
    return folder, tmp_path / "graded"


@pytest.mark.parametrize("name", ["automata/no-101", "machines/two-dials", "harmony/bass-clef", "hybrid/thermostat"])
def test_mistakes_are_shown_by_how_many_made_them_in_every_subject(viva: Viva, tmp_path: Path, name: str) -> None:
    folder, graded = classed(tmp_path, name)
    found = json.loads(viva("errors", folder, "--from", graded, "--json").out)
    counts = [len(each["students"]) for each in found]
    assert counts == sorted(counts, reverse=True)
    assert counts[0] >= 3
    assert all(each["mistake"] for each in found)


def test_a_text_is_told_to_whoever_makes_the_mistake_and_to_nobody_else(tmp_path: Path) -> None:
    folder, graded = classed(tmp_path, "machines/two-dials")
    given = [str(folder), "--from", str(graded)]
    before = CliRunner().invoke(command, [*given, "--json"], standalone_mode=False).output
    first = json.loads(before)[0]
    CliRunner().invoke(command, [*given, "--add", "1", "--text", "Mind the lid."], standalone_mode=False)
    said = {
        file.name: [each for each in viva.check(folder, file).findings if each.text == "Mind the lid."]
        for file in (folder / "examples/wrong").iterdir()
        if not file.name.endswith(".expect.toml")
    }
    told = [name for name, findings in said.items() if findings]
    assert len(told) == 1 and said[told[0]][0].rung is Rung.PATTERN
    assert said[told[0]][0].signature == first["mistake"]
    early = viva.check(folder, folder / "examples/wrong" / told[0], rung="hint")
    assert not any(each.text == "Mind the lid." for each in early.findings)
    after = CliRunner().invoke(command, [*given, "--json"], standalone_mode=False).output
    assert len(json.loads(after)) == len(json.loads(before)) - 1


def test_what_mends_most_is_proposed_and_told_with_the_fix(viva: Viva, tmp_path: Path) -> None:
    folder, graded = classed(tmp_path, "automata/no-101")
    found = json.loads(viva("errors", folder, "--from", graded, "--json").out)
    number, proposed = next((at, each) for at, each in enumerate(found, 1) if each["proposed"])
    assert proposed["edits"][0]["edit"] in proposed["proposed"]
    viva("errors", folder, "--from", graded, "--add", str(number))
    assert 'rung = "fix"' in (folder / "mistakes.toml").read_text()


def test_a_library_with_a_wrong_rung_is_told(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(EXERCISES / "automata/no-101", tmp_path / "exercise"))
    (folder / "mistakes.toml").write_text('[[mistake]]\nsignature = "x"\ntext = "y"\nrung = "hints"\n')
    with pytest.raises(Fault, match=r"mistakes\.toml"):
        viva.check(folder, next((folder / "examples/wrong").glob("*.txt"), folder / "exercise.toml"))
