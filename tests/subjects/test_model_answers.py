"""A model answer that is written to a file is in the notation that the file's ending names, and checks as right."""

import json
from pathlib import Path

import pytest

import viva
from viva.core.fault import Fault
from viva.core.submission import Submission

ROOT = Path(__file__).parents[2] / "exercises"
QUICK = ("automata", "harmony", "hybrid", "machines")
FOLDERS = sorted(folder for name in QUICK for folder in (ROOT / name).iterdir())
ENDINGS = (
    ".json",
    ".xml",
    ".cfg",
    ".txt",
    ".abc",
    ".jff",
    ".moml",
    ".dot",
    ".musicxml",
    ".mid",
    ".hybrid",
    ".smv",
    ".csv",
)


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda each: each.name)
def test_what_is_written_is_what_the_ending_says(folder: Path) -> None:
    answer = viva.solve(folder)
    own = next(iter(answer.files))
    checked: set[bytes] = set()
    for ending in ENDINGS:
        name = f"m{ending}"
        try:
            content = answer.in_notation_of(name)
        except Fault as problem:
            assert ending in str(problem) and ending not in answer.also
            continue
        assert ending in (*answer.also, Path(own).suffix, ".txt")
        begins = content.lstrip()[:5]
        assert (begins == b"<?xml") == (ending in (".xml", ".jff", ".moml", ".musicxml")), ending
        if ending == ".json":
            json.loads(content)
        if ending == ".cfg" or content in checked:
            continue
        checked.add(content)
        report = viva.check(folder, Submission(name, {name: content, **answer.companions(name)}), rung="verdict")
        assert report.verdict in ("proved", "passed"), (ending, report.findings)
