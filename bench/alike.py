"""The reports on every example that ships, kept, and compared with those that were kept before: after a change of the
code, beside load, in another order.

$VIVA_BENCH_REPORTS names the file: a report that is not in it yet is added to it, any other is compared with the one
that is, and what differs is named. $VIVA_BENCH_LOAD=4 keeps that many endless loops running beside it,
$VIVA_BENCH_EVERY=10 takes every tenth example, $VIVA_BENCH_ORDER=7 draws the order, $VIVA_BENCH_ONLY=functions takes
one subject, and $VIVA_BENCH_VIEWS=verdict,1,teacher says who asks (the usual are attempt 1 and the teacher).
"""

import hashlib
import json
import os
import random
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from checks import LOAD, ONLY, beside, without_times
from measure import ROOT, few
from oracle import descendants_seconds

import viva
from viva.core.ladder import Rung
from viva.core.terms import Budget, Terms
from viva.services.checking import check
from viva.services.examples import examples
from viva.services.registry import read_exercise

EXERCISES = ROOT / "exercises"
REPORTS = os.environ.get("VIVA_BENCH_REPORTS", "")
EVERY = int(os.environ.get("VIVA_BENCH_EVERY", "1"))
ORDER = os.environ.get("VIVA_BENCH_ORDER")
VIEWS = os.environ.get("VIVA_BENCH_VIEWS", "1,teacher").split(",")


@dataclass(frozen=True, slots=True)
class Alike:
    what: str
    reports: int
    compared: int
    different: int
    cpu_s: float


@dataclass(frozen=True, slots=True)
class Different:
    report: str
    part: str
    before: str
    now: str


def versions() -> dict[str, str]:
    return {"viva": viva.__version__, "endless loops beside it": str(LOAD), "compared with": REPORTS or "nothing"}


def rows() -> Iterator[Alike | Different]:
    os.environ["XDG_CACHE_HOME"] = tempfile.mkdtemp()
    before: dict[str, dict[str, str]] = (
        json.loads(Path(REPORTS).read_text()) if REPORTS and Path(REPORTS).exists() else {}
    )
    named: list[Different] = []
    with beside(LOAD) as busy:
        for folder in few(sorted(each for each in EXERCISES.iterdir() if each.name.startswith(ONLY)), 2):
            seconds = descendants_seconds(busy)
            now = dict(_reports(folder))
            seconds = descendants_seconds(busy) - seconds
            named += (
                found := [each for name in sorted(now) for each in _differences(name, before.get(name), now[name])]
            )
            compared = len(now.keys() & before.keys())
            yield Alike(folder.name, len(now), compared, len({each.report for each in found}), round(seconds, 1))
            if REPORTS:
                before = now | before
                Path(REPORTS).write_text(json.dumps(before))
    yield from named


def _reports(folder: Path) -> Iterator[tuple[str, dict[str, str]]]:
    asked = [
        (subject, exercise, example, view)
        for each in few(sorted(folder.iterdir()))
        for subject, exercise in [read_exercise(each)]
        for example in few(examples(exercise), 2)
        for view in few(VIEWS)
    ]
    asked = [each for each in asked if EVERY == 1 or _digest(each[1].name + each[2].path) % EVERY == 0]
    if ORDER is not None:
        random.Random(ORDER).shuffle(asked)
    for count, (subject, exercise, example, view) in enumerate(asked):
        print(f"\r{folder.name}: {count} of {len(asked)} ", end="", file=sys.stderr, flush=True)
        terms = (
            Terms(attempt=int(view)) if view.isdigit() else Terms(Budget(seconds=300.0), rung=Rung.FIX)
            if view == "teacher" else Terms(rung=Rung(view))
        )  # fmt: skip
        report = without_times(check(subject, exercise, example.submission, terms)).to_json()
        yield f"{exercise.name}/{example.path}, {view}", {k: json.dumps(v, sort_keys=True) for k, v in report.items()}


def _digest(text: str) -> int:
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:4], "big")


def _differences(name: str, before: dict[str, str] | None, now: dict[str, str]) -> Iterator[Different]:
    if before is None:
        return
    for part in sorted(now.keys() | before.keys()):
        old, new = before.get(part, ""), now.get(part, "")
        if old != new:
            at = next((i for i, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new)))
            begin = max(0, at - 40)
            yield Different(name, part, old[begin : at + 80], new[begin : at + 80])
