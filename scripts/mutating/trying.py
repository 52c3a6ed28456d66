"""Draws small changes to the code that decides verdicts, scores and what leaks, and tells which no test notices.

    scripts/mutants N --seed S [PATH] [--processor SECONDS]

The files are listed in docs/how-it-decides.md ("What a small change must not slip past"); a PATH takes those under it.
Everything happens in a copy of the project, which is gone afterwards. For each change the tests that could notice it
are run, the nearest first, until one fails; a test that fails also without the change notices nothing. What is printed
is one line for each change, and at the end the survivors and their share.
"""

from __future__ import annotations

import argparse
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from changing import Change, draw
from choosing import House

ROOT = Path(__file__).resolve().parents[2]
LIST = ROOT / "docs" / "how-it-decides.md"
HEADING = "## What a small change must not slip past"
_MOST_FILES = 8  # test files that are run for one change
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
    parser.add_argument("--processor", type=int, default=60, help="seconds of processor time for the tests of a change")
    told = parser.parse_intermixed_args(arguments)
    files = [path for path in deciding_files(ROOT) if told.path is None or told.path.resolve() in (path, *path.parents)]
    if not files:
        print(f"mutants: no file of the list in {LIST.relative_to(ROOT)} is under {told.path}", file=sys.stderr)
        return 2
    drawn = draw({path: path.read_text("utf-8") for path in files}, told.number, told.seed)
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
        listed = subprocess.run(
            ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for name in listed.splitlines():
            if (ROOT / name).is_file():
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, folder / name)

    def survives(self, path: Path, change: Change) -> bool:
        place = path.relative_to(ROOT)
        tests = self._house.tests_for(path)[:_MOST_FILES]
        changed = self._folder / place
        changed.write_text(change.text, "utf-8")
        try:
            status, failed = self._run(changed, list(tests))
        finally:
            shutil.copy2(path, changed)
        by = next((test for test in failed if self._passes_without(changed, test)), None)
        word = f"noticed by {by}" if by else "SURVIVED" if status == 0 else f"SURVIVED (pytest ended with {status})"
        print(f"{place}:{change.line}: {change.what}: {word}", flush=True)
        return by is None

    def _passes_without(self, changed: Path, test: str) -> bool:
        if test not in self._sound:
            self._sound[test] = not self._run(changed, [test])[1]
        return self._sound[test]

    def _run(self, changed: Path, tests: Sequence[str]) -> tuple[int, list[str]]:
        """How pytest ended (below 0: by the limit, and had found nothing until then), and the tests that failed."""
        for stale in changed.parent.glob(f"__pycache__/{changed.stem}.*"):
            stale.unlink()  # a change of the same length in the same second would not be seen
        environment = {**os.environ, "PYTHONPATH": str(self._folder / "src"), "COLUMNS": "500"}
        done = subprocess.run(
            [sys.executable, "-m", "pytest", "--maxfail=3", "-q", "-n0", "-p", "no:cacheprovider", *tests],
            cwd=self._folder, env=environment, capture_output=True, text=True, check=False,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (self._processor, self._processor + 5)),
        )  # fmt: skip
        return done.returncode, _FAILED.findall(done.stdout)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
