"""Viva as others install it: the wheel elsewhere, with what the base install brings and no extra."""

import json
import os
import re
import subprocess
import venv
import zipfile
from collections.abc import Iterator
from importlib.metadata import distribution
from pathlib import Path

import pytest
from hatchling.builders.wheel import WheelBuilder

ROOT = Path(__file__).parents[2]
SUBJECTS = sorted(path.name for path in (ROOT / "exercises").iterdir() if path.is_dir())
EXTRAS = ("verovio", "pyarrow", "pandas", "music21", "unicorn", "jsonschema")
PROPERTY = (
    "from viva.properties import implies\n\n\ndef prop_plus(x: int) -> object:\n    return implies(x > 0, x + 0 == x)\n"
)


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of an environment with the wheel, with links to what the base install needs, and to nothing else."""
    folder = tmp_path_factory.mktemp("installed")
    venv.create(folder / "environment", with_pip=False)
    wheel = next(iter(WheelBuilder(str(ROOT)).build(directory=str(folder / "dist"), versions=["standard"])))
    place = next((folder / "environment/lib").glob("python*/site-packages"))
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(place)
    for name in {*needed("viva"), *needed("pytest"), "pytest"} - {"viva"}:
        link(name, place)
    return folder / "environment/bin/python"


def needed(name: str) -> set[str]:
    found: set[str] = set()
    waiting = [name]
    while waiting:
        for requirement in distribution(waiting.pop()).requires or []:
            wanted = not re.search(r"extra ==|_version <|win32", requirement)
            package = re.match(r"[\w.-]+", requirement)
            if package and wanted and package[0] not in found:
                found.add(package[0])
                waiting.append(package[0])
    return found


def link(name: str, place: Path) -> None:
    found = distribution(name)
    tops = {file.parts[0] for file in found.files or [] if not file.parts[0].startswith("..")}
    for top in tops - {"__pycache__"}:
        source = Path(str(found.locate_file(top)))
        if source.exists() and not (place / top).exists():
            (place / top).symlink_to(source)


def run(installed: Path, folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [installed, *arguments],
        cwd=folder,
        env={"PATH": os.environ["PATH"], "HOME": str(folder), "PYTHONNOUSERSITE": "1"},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


def viva(installed: Path, folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return run(installed, folder, "-c", "from viva.cli.main import main; main()", *arguments)


def test_no_extra_is_there(installed: Path, tmp_path: Path) -> None:
    asked = f"import importlib.util as u; print([name for name in {EXTRAS} if u.find_spec(name)])"
    assert run(installed, tmp_path, "-c", asked).stdout == "[]\n"


def test_the_tour_goes_through_every_subject(installed: Path, tmp_path: Path) -> None:
    tour = viva(installed, tmp_path, "tour")
    assert tour.returncode == 0, tour.stdout + tour.stderr
    assert [line[3:-3] for line in tour.stdout.splitlines() if line.startswith("== ")] == SUBJECTS


def test_the_doctor_and_a_copied_exercise(installed: Path, tmp_path: Path) -> None:
    assert json.loads(viva(installed, tmp_path, "doctor", "--json").stdout)["isolation"]
    assert viva(installed, tmp_path, "exercises", "copy", "even-number-of-a", "mine").returncode == 0
    assert viva(installed, tmp_path, "test-exercise", "mine").returncode == 0


def examples() -> Iterator[tuple[str, Path]]:
    for subject in SUBJECTS:
        for folder in sorted((ROOT / "exercises" / subject).iterdir()):
            right = sorted(path for path in folder.glob("examples/right/*") if path.is_file())
            if right:
                yield f"{subject}/{folder.name}", right[0]
                break


@pytest.mark.some(1)
@pytest.mark.parametrize(("exercise", "answer"), list(examples()), ids=SUBJECTS)
def test_one_right_answer_of_each_subject(installed: Path, tmp_path: Path, exercise: str, answer: Path) -> None:
    checked = viva(installed, tmp_path, "check", exercise, str(answer), "--html", "report.html")
    assert checked.returncode == 0, checked.stdout + checked.stderr
    assert (tmp_path / "report.html").stat().st_size > 1000


def test_properties_are_tests_of_pytest(installed: Path, tmp_path: Path) -> None:
    (tmp_path / "test_plus.py").write_text(PROPERTY)
    done = run(installed, tmp_path, "-m", "pytest", "-q", "test_plus.py")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "1 passed" in done.stdout
