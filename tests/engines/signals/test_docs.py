"""What the tutorial shows is what the program says and draws."""

import re
import shlex
import shutil
from pathlib import Path

import pytest

from tests.examining import Viva

DOCS = Path(__file__).parents[3] / "docs"


def calls() -> list[tuple[str, str]]:
    found = []
    for block in re.findall(r"```\n(\$ viva m.*?)```", (DOCS / "signals.md").read_text("utf-8"), re.DOTALL):
        for call in block.split("$ viva ")[1:]:
            command, _, output = call.partition("\n")
            found.append((command, output))
    return found


@pytest.mark.parametrize(("command", "output"), calls())
def test_the_tutorial(viva: Viva, command: str, output: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(DOCS / "signals", tmp_path, dirs_exist_ok=True, ignore=shutil.ignore_patterns("*.svg"))
    monkeypatch.chdir(tmp_path)
    assert viva(*shlex.split(command, comments=True)).out.startswith(output)
    for picture in tmp_path.glob("*.svg"):
        assert picture.read_text("utf-8") == (DOCS / "signals" / picture.name).read_text("utf-8")


def test_the_tutorial_has_calls() -> None:
    assert len(calls()) >= 8
    assert {command.split()[0] for command, _ in calls()} == {"monitor", "mine"}


def test_the_file_of_rules_is_the_one_shown() -> None:
    shown = (DOCS / "signals.md").read_text("utf-8").split("# rules.stl: rules for following the car in front.\n")[1]
    rules = (DOCS / "signals" / "rules.stl").read_text("utf-8").split("\n", 1)[1]
    assert shown.startswith(rules)
