"""The page on adding a subject makes one that works: its files are written down, installed and used as it says."""

import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.examining import Viva
from viva.core.texts import catalogue

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/adding-a-subject.md").read_text("utf-8")
KINDS = "## 3."  # the section whose files take the place of those before
NAMED = re.compile(r"^```\w+\n# (parity/\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
KNOWN = re.compile(r"^```toml\n(\[project\.entry-points.*?)^```$", re.MULTILINE | re.DOTALL)


def files(kinds: bool) -> dict[str, str]:
    """By name; those of the section on kinds of task only where they are asked for."""
    sections = re.split(r"^(?=## )", PAGE, flags=re.MULTILINE)
    of_kinds = [section for section in sections if section.startswith(KINDS)]
    others = [section for section in sections if section not in of_kinds]
    assert len(of_kinds) == 1
    chosen = others + (of_kinds if kinds else [])
    return {name: text for section in chosen for name, text in NAMED.findall(section)}


@pytest.fixture(params=[False, True], ids=["one thing asked", "kinds of task"])
def installed(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    package, metadata = tmp_path / "my_package", tmp_path / "my_package-1.0.dist-info"
    for name, text in files(request.param).items():
        file = package / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
    for folder in (package, package / "parity", *(package / "parity").glob("tasks")):
        (folder / "__init__.py").touch()
    points = [tomllib.loads(text)["project"]["entry-points"] for text in KNOWN.findall(PAGE)]
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: my-package\nVersion: 1.0\n")
    (metadata / "entry_points.txt").write_text(
        "".join(
            f"[{group}]\n{name} = {value}\n"
            for each in points
            for group, entries in each.items()
            for name, value in entries.items()
        )
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    yield tmp_path
    for name in [name for name in sys.modules if name.partition(".")[0] == "my_package"]:
        del sys.modules[name]
    catalogue.cache_clear()


def test_a_teacher_can_begin_an_exercise_try_it_and_grade_a_class(installed: Path, viva: Viva) -> None:
    def call(*arguments: str, status: int = 0) -> str:
        made = viva(*arguments)
        assert made.status == status, made
        return made.out

    call("new", "parity", "mine")
    assert "ten-is-odd" in call("test-exercise", "mine")
    wrong = call("check", "mine", "mine/examples/wrong/ten-is-odd.txt", status=1)
    assert "Line 3 says odd; it should be even." in wrong and "Divide by two" in wrong
    assert call("solve", "mine") == "odd\neven\neven\n"
    assert call("draw", "mine").split() == ["3", "8", "10"]
    assert call("vary", "mine", "--count", "2", "--out", "variants").count("\n") == 2
    call("solve", "variants/mine-2", "--out", "answer.txt")
    assert "Right" in call("check", "variants/mine-2", "answer.txt")
    call("grade", "mine", "mine/examples/wrong", "--out", "results", "--jobs", "1")
    assert "refuted" in Path("results/grades.csv").read_text()
    manifest = Path("mine/exercise.toml")
    manifest.write_text(manifest.read_text().replace("[parity]\n", '[parity]\ntask = "count"\n'))
    Path("answer.txt").write_text("2\n")
    call("check", "mine", "answer.txt", status=0 if (installed / "my_package/parity/tasks").exists() else 2)
    manifest.write_text('subject = "parity"\n[parity]\nnumbers = ["three"]\n')
    assert "whole numbers" in viva("check", "mine", "answer.txt").err


def test_every_block_of_python_is_a_file() -> None:
    assert PAGE.count("```python\n") == len(re.findall(r"^```python\n# parity/", PAGE, re.MULTILINE))
