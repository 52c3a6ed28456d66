"""Every row of the pages on the papers has a command that shows it, or says why there is none; the commands are run."""

import re
import shlex
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from click.testing import CliRunner

from viva.cli.main import viva

ROOT = Path(__file__).parents[2]
PAGES = sorted((ROOT / "docs" / "papers").glob("*.md"))
COLUMNS = ["in the paper", "theirs", "ours", "where", "shown by"]
REASON = "no command: "
LENT = ("bench", "docs", "exercises")  # what commands read, as in a checkout
STATUSES = (0, 1, 3)  # a wrong submission, a refuted property, a search that hits its limit are what some of them show


@dataclass(frozen=True)
class Row:
    page: str
    line: int
    cells: tuple[str, ...]

    @property
    def shown_by(self) -> str:
        return self.cells[-1]

    @property
    def command(self) -> str:
        """What stands in the first backquotes, unless a reason stands there instead."""
        found = None if self.shown_by.startswith(REASON) else re.search(r"`([^`]+)`", self.shown_by)
        return found[1] if found else ""

    @property
    def printed(self) -> list[str]:
        """What the command has to print: each piece in backquotes after the arrow."""
        return re.findall(r"`([^`]+)`", self.shown_by.partition("→")[2])


def rows(page: Path) -> Iterator[Row]:
    """Those of tables whose last column says how it is shown."""
    inside = False
    for number, line in enumerate(page.read_text("utf-8").splitlines(), 1):
        cells = [cell.strip().replace(r"\|", "|") for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        if not line.startswith("|"):
            inside = False
        elif cells == COLUMNS:
            inside = True
        elif inside and not re.fullmatch(r"[|\- :]+", line):
            yield Row(page.stem, number, tuple(cells))


ROWS = [row for page in PAGES for row in rows(page)]
SHOWN = [row for row in ROWS if row.command]


def case(row: Row) -> object:
    marks = [pytest.mark.thorough] if row.shown_by.startswith("slow:") else []
    return pytest.param(row, id=f"{row.page}:{row.line}", marks=marks)


def run(command: str, folder: Path) -> tuple[int, str]:
    """In a folder of its own, beside which lies what a checkout has; its status, and all that it prints."""
    for name in LENT:
        (folder / name).symlink_to(ROOT / name)
    words = shlex.split(command)
    if words[0] == "viva":
        told = CliRunner().invoke(viva, words[1:], standalone_mode=False, catch_exceptions=False)
        status = told.return_value if isinstance(told.return_value, int) else told.exit_code
        return status, told.output
    done = subprocess.run([ROOT / words[0], *words[1:]], cwd=folder, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_page_of_a_paper_has_rows_and_the_index_leads_to_it(page: Path) -> None:
    assert list(rows(page))
    assert f"(papers/{page.name})" in (ROOT / "docs" / "papers.md").read_text("utf-8")


@pytest.mark.parametrize("row", [pytest.param(row, id=f"{row.page}:{row.line}") for row in ROWS])
def test_a_row_has_a_command_or_a_reason(row: Row) -> None:
    assert len(row.cells) == len(COLUMNS), "a cell is missing, or a | in a cell is not written \\|"
    reason = row.shown_by.startswith(REASON) and len(row.shown_by) > len(REASON) + 10
    assert bool(row.command) != reason, "say `command` → `what it prints`, or `no command: ` and why"
    assert reason or row.printed, "nothing says what the command prints"


@pytest.mark.parametrize("row", [case(row) for row in SHOWN])
def test_a_command_shows_what_its_row_says(row: Row, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    status, output = run(row.command, tmp_path)
    assert status in STATUSES, output
    said = " ".join(output.split())
    assert [piece for piece in row.printed if " ".join(piece.split()) not in said] == [], output


def test_a_row_without_either_is_noticed(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(f"| {' | '.join(COLUMNS)} |\n|{'---|' * 5}\n| 1 | 2 | 3 | 4 | see there |\n")
    (row,) = rows(page)
    assert not row.command
    with pytest.raises(AssertionError):
        test_a_row_has_a_command_or_a_reason(row)


def test_a_command_that_prints_something_else_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    row = Row("page", 1, ("", "", "", "", "`viva --version` → `nothing of the kind`"))
    with pytest.raises(AssertionError):
        test_a_command_shows_what_its_row_says(row, tmp_path, monkeypatch)
