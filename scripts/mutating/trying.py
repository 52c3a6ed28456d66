"""Draws small changes to the code that decides verdicts, scores and what leaks, and tells which no test notices.

    scripts/mutants N --seed S [PATH] [--processor SECONDS] [--from K]

The files are listed in docs/how-it-decides.md ("What a small change must not slip past"); a PATH takes those under it.
Everything happens in copies of the project, which are gone afterwards. The test files that are nearest by their imports
are run once, to see which test comes to which function; that is kept, so that only test files that changed are run
again. Then, for each change, the tests that come to its function are run, the quickest first, until one fails; a test
that fails also without the change notices nothing. What is printed is one line for each change, and at the end the
survivors and their share. `--from K` leaves out the first K changes: many are tried in slices.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

import seeing
from changing import Change, draw
from choosing import House

ROOT = Path(__file__).resolve().parents[2]
LIST = ROOT / "docs" / "how-it-decides.md"
HEADING = "## What a small change must not slip past"
_MOST_FILES = 6  # test files that are looked at for one file
_LOOKING = 20  # seconds of processor time for one of them
_FAILED = re.compile(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", re.MULTILINE)


def deciding_files(root: Path) -> list[Path]:
    """The files of the list, in its order."""
    text = (root / "docs" / "how-it-decides.md").read_text("utf-8")
    _, _, after = text.partition(HEADING)
    block = after.partition("```")[2].partition("```")[0]
    return [path for line in block.split() for path in sorted((root / "src" / "viva").glob(line))]


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="mutants", description="Which small changes does no test notice?")
    parser.add_argument("number", type=int, help="how many changes are drawn")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("path", nargs="?", type=Path, help="only files under this path")
    parser.add_argument("--processor", type=int, default=10, help="seconds of processor time for the tests of a change")
    parser.add_argument("--from", dest="first", type=int, default=0, help="how many of the changes are left out")
    told = parser.parse_intermixed_args(arguments)
    files = [path for path in deciding_files(ROOT) if told.path is None or told.path.resolve() in (path, *path.parents)]
    if not files:
        print(f"mutants: no file of the list in {LIST.relative_to(ROOT)} is under {told.path}", file=sys.stderr)
        return 2
    drawn = draw({path: path.read_text("utf-8") for path in files}, told.number, told.seed)[told.first :]
    with tempfile.TemporaryDirectory(prefix="viva-mutants-") as folder:
        trial = Trial(Path(folder), told.processor)
        survivors = [(path, change) for path, change in drawn if trial.survives(path, change)]
    print(f"\n{len(survivors)} of {len(drawn)} changes survived:")
    for path, change in survivors:
        print(f"  {path.relative_to(ROOT)}:{change.line}: {change.what}\n    {change.before}\n    {change.after}")
    return 1 if survivors else 0


class Trial:
    """A copy of the project in which changes are tried."""

    def __init__(self, folder: Path, processor: int) -> None:
        self._folder = folder
        self._processor = processor
        self._house = House(ROOT)
        self._sound: dict[str, bool] = {}
        self._runs: dict[str, list[seeing.Run]] = {}
        self._kept = seeing.kept()
        self._changed, self._telling = folder / "changed", folder / "telling"
        listed = subprocess.run(
            ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for name in listed.splitlines():
            for copy in (self._changed, self._telling) if (ROOT / name).is_file() else ():
                (copy / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, copy / name)
        for path in deciding_files(ROOT):
            if _is_heard(path):
                name = str(path.relative_to(ROOT))
                self._write(self._telling / name, seeing.telling(path.read_text("utf-8"), name))
        (self._telling / "seeing_tests.py").write_text(seeing.PLUGIN, "utf-8")

    def survives(self, path: Path, change: Change) -> bool:
        place = path.relative_to(ROOT)
        tests = near = self._house.tests_for(path)[:_MOST_FILES]
        if _is_heard(path):
            for test in near:
                self._look(test)
            function = seeing.around(path.read_text("utf-8"), str(place), change.line)
            runs = [run for test in (near if function is None else self._runs) for run in self._runs[test]]
            tests = seeing.chosen(runs, function, self._processor)
            if not tests:  # what runs in a worker tells nothing
                tests = seeing.chosen([run for test in near for run in self._runs[test]], None, self._processor)
        failed: list[str] = []
        if tests:
            self._write(self._changed / place, change.text)
            try:
                failed = self._pytest(self._changed, ["-x", *tests], self._processor)
            finally:
                self._write(self._changed / place, path.read_text("utf-8"))
        by = next((test for test in failed if self._passes_without(test)), None)
        none = "" if tests else " (no test is known to come there)"
        word = f"noticed by {by}" if by else f"SURVIVED{none}\n    {change.before}\n    {change.after}"
        print(f"{place}:{change.line}: {change.what}: {word}", flush=True)
        return by is None

    def _look(self, test: str) -> None:
        """To which functions of what decides the tests of a file come, and how long each takes."""
        if test in self._runs:
            return
        key = seeing.digest(test, (ROOT / test).read_text("utf-8"))
        if key not in self._kept:
            sent = self._folder / "sent.json"
            sent.write_text("{}", "utf-8")
            self._pytest(self._telling, ["-p", "seeing_tests", test], _LOOKING, {seeing.SENT: str(sent)})
            found = json.loads(sent.read_text("utf-8"))
            self._kept[key] = [(name, seconds, places) for name, (seconds, places) in found.items()]
            seeing.keep(self._kept)
        self._runs[test] = [seeing.Run(name, seconds, frozenset(places)) for name, seconds, places in self._kept[key]]

    def _passes_without(self, test: str) -> bool:
        if test not in self._sound:
            self._sound[test] = not self._pytest(self._changed, [test], self._processor)
        return self._sound[test]

    @staticmethod
    def _write(path: Path, text: str) -> None:
        path.write_text(text, "utf-8")
        for stale in path.parent.glob(f"__pycache__/{path.stem}.*"):
            stale.unlink()  # a change of the same length in the same second would not be seen

    @staticmethod
    def _pytest(
        folder: Path, arguments: Sequence[str], seconds: int, more: Mapping[str, str] | None = None
    ) -> list[str]:
        """The tests that failed until the end or the limit."""
        done = subprocess.run(
            [sys.executable, "-m", "pytest", "-q", "-n0", "-p", "no:cacheprovider", *arguments],
            cwd=folder,
            env={
                **os.environ, "PYTHONPATH": f"{folder / 'src'}{os.pathsep}{folder}", "COLUMNS": "500", **(more or {}),
            },
            capture_output=True, text=True, check=False,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5)),
        )  # fmt: skip
        return _FAILED.findall(done.stdout)


def _is_heard(path: Path) -> bool:
    """What is run in the sandbox cannot tell who came there."""
    return "inside" not in path.parts


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
