"""Every example that ships, three times in shuffled orders in one process, first with an empty store: does each come
out as it is expected to, alike each time, and are different mistakes different groups? Processor time of the first
round, with all that was started."""

import json
import os
import random
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from checks import without_times
from measure import few, fewer
from oracle import descendants_seconds

import viva
from viva.core.ladder import Rung
from viva.core.terms import Budget, Terms
from viva.grading.row import signature_of
from viva.services.checking import check
from viva.services.examples import examples
from viva.services.registry import read_exercise

EXERCISES = Path(__file__).parents[1] / "exercises"
ROUNDS = fewer(3, 2)


@dataclass(frozen=True, slots=True)
class Examples:
    subject: str
    examples: int
    rounds: int
    unexpected: int
    different: int
    wrong: int
    groups: int
    cpu_s: float


@dataclass(frozen=True, slots=True)
class Named:
    """An example that did not come out as expected."""

    example: str
    said: str


def versions() -> dict[str, str]:
    return {"viva": viva.__version__}


def rows() -> Iterator[Examples | Named]:
    os.environ["XDG_CACHE_HOME"] = tempfile.mkdtemp()
    named: list[Named] = []
    for folder in few(sorted(EXERCISES.iterdir()), 2):
        row, unexpected = _examined(folder)
        yield row
        named += unexpected
    yield from named


def _examined(folder: Path) -> tuple[Examples, list[Named]]:
    asked = [
        (subject, exercise, example)
        for each in few(sorted(folder.iterdir()))
        for subject, exercise in [read_exercise(each)]
        for example in few(examples(exercise), 2)
    ]
    seen: dict[tuple[str, str], set[str]] = {}
    groups: set[tuple[str, str | None]] = set()
    named: list[Named] = []
    spent = []
    for number in range(ROUNDS):
        before = descendants_seconds()
        for count, (subject, exercise, example) in enumerate(random.Random(number).sample(asked, len(asked))):
            print(f"\r{folder.name}, round {number + 1}: {count} ", end="", file=sys.stderr, flush=True)
            report = check(subject, exercise, example.submission, Terms(Budget(seconds=300.0), rung=Rung.FIX))
            told = json.dumps(without_times(report).to_json(), sort_keys=True)
            seen.setdefault((exercise.name, example.path), set()).add(told)
            if number == 0 and not report.verdict.right:
                groups.add((exercise.name, signature_of(report)))
            if number == 0 and (said := example.disagreement(report)) is not None:
                named.append(Named(f"{exercise.name}/{example.path}", said))
        spent.append(descendants_seconds() - before)
    row = Examples(
        folder.name,
        len(asked),
        ROUNDS,
        len(named),
        sum(len(told) > 1 for told in seen.values()),
        sum(not example.right for _, _, example in asked),
        len(groups),
        round(spent[0], 1),
    )
    return row, named
