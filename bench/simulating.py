"""A worker that examines nothing: it sleeps for as long as real checks took, and answers with a usual report."""

import json
import random
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

from viva.core.isolation import Isolation
from viva.core.json import Json
from viva.core.ladder import Rung
from viva.core.report import Evidence, Finding, Report
from viva.core.verdict import Verdict
from viva.core.version import VERSION
from viva.services.workers.worker import Answer

MEASURED = Path(__file__).parent / "results" / "checks.json"
TOLD = "It fails exactly when all numbers are negative (33 of 541 tests). " * 6


def measured_seconds() -> list[float]:
    """Of warm checks, as `bench/run checks` wrote them last."""
    rows = json.loads(MEASURED.read_text())["rows"]
    return sorted(float(row["warm_s"]) for row in rows if row.get("warm_s"))


def work(start: Json, tasks: Iterator[Json], answer: Answer, _notes: memoryview) -> None:
    """Told `{scale, random}`; which time a task takes follows from what was handed in."""
    told, seconds = cast("dict[str, Any]", start), measured_seconds()
    for task in cast("Iterator[dict[str, Any]]", tasks):
        rng = random.Random(f"{told['random']} {task['handed_in']}")
        time.sleep(rng.choice(seconds) * told["scale"])
        answer({"report": report(task["exercise"], rng.random() < 0.5).to_json()})


def report(exercise: str, is_right: bool) -> Report:
    rungs = () if is_right else tuple(Rung)
    return Report(
        verdict=Verdict.PASSED if is_right else Verdict.REFUTED,
        subject="simulated",
        exercise=exercise,
        evidence=Evidence("it was simulated", 1, failed=int(not is_right)),
        reason=None if is_right else "wrong",
        score=1.0 if is_right else 0.0,
        findings=tuple(Finding(TOLD, rung=rung, signature="simulated") for rung in rungs),
        isolation=Isolation.FULL,
        version=VERSION,
    )
