"""Tests all properties of modules in worker processes, and survives whatever they do.

A worker that dies or does not come back is replaced: a second one is asked for the arguments at the place that was
noted last and runs that one test again, a third goes on with the other properties. Nothing of the module is ever
imported here.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from viva.core.json import Json
from viva.core.verdict import Verdict
from viva.core.worker import Lost, Post, Worker
from viva.engines.properties.places import DISCARDS, FOUND, NOTES, TESTS, place_of
from viva.engines.properties.worker import Job

_PATIENCE = 6.0  # how much longer than its processor time a property may take by the clock on the wall
_GRACE = 1.0  # seconds of processor time on top, for starting and for making a counterexample smaller

# name, number of this property, number of all, tests so far
Progress = Callable[[str, int, int, int], None]


@dataclass(frozen=True, slots=True)
class Terms:
    tests: int | None = None
    seconds: float = 10.0
    seed: int = 0
    words: str | None = None
    replay: str | None = None


@dataclass(frozen=True, slots=True)
class ModuleReport:
    """The results of one module as JSON values, in the order of the module; `sentence` where it has none."""

    path: Path
    results: Sequence[dict[str, Json]]
    sentence: str | None = None


def _worker(path: Path, terms: Terms, only: Sequence[str] | None, place: str | None) -> Worker:
    job = Job(
        str(path), terms.tests, terms.seconds, terms.seed, terms.words, None if only is None else tuple(only), place
    )
    processor = terms.seconds + _GRACE
    return Worker(
        Post(
            "viva.engines.properties.worker:work",
            job.to_json(),
            wall=processor * _PATIENCE,
            processor=processor,
            notes=NOTES * 8,
            quiet=True,
            environment={"PYTHONHASHSEED": "0"},
        )
    )


def _notes(worker: Worker) -> list[int]:
    return list(memoryview(worker.notes()).cast("q"))


def test_module(path: Path, terms: Terms, progress: Progress) -> ModuleReport:
    """Tests every chosen property of one module."""
    results: dict[str, dict[str, Json]] = {}
    names: list[str] | None = None
    while names is None or any(name not in results for name in names):
        only = None if names is None else [name for name in names if name not in results]
        worker = _worker(path, terms, only, terms.replay)
        try:
            current: str | None = None
            for told in worker.stream(lambda: _tick(progress, worker, current, names, results)):  # noqa: B023
                if isinstance(told, Lost):
                    if told.status == 0 and names is not None and (current in results or not names):
                        break
                    if current is None:
                        why = "does not come to an end" if told.how == "stuck" else "ends the program"
                        return ModuleReport(path, (), f"{path.name}: the module {why} while it is imported")
                    results[current] = _lost(path, terms, current, told, worker)
                    break
                match told["event"]:
                    case "import":
                        return ModuleReport(path, (), str(told["sentence"]))
                    case "properties" if names is None:
                        assert isinstance(told["names"], list)
                        names = [str(name) for name in told["names"]]
                        if not told["all"]:
                            return ModuleReport(path, (), _nothing_found(path))
                    case "begin":
                        current = str(told["name"])
                    case "result":
                        assert isinstance(told["result"], dict)
                        results[str(told["name"])] = told["result"]
        finally:
            worker.end()
        names = names or []
    return ModuleReport(path, [results[name] for name in names])


def _nothing_found(path: Path) -> str:
    return f"{path.name}: there is no property in it; name a function prop_… and give its parameters types"


def _tick(
    progress: Progress,
    worker: Worker,
    current: str | None,
    names: list[str] | None,
    results: dict[str, dict[str, Json]],
) -> None:
    if current is not None and names is not None:
        progress(current, len(results), len(names), _notes(worker)[TESTS])


def _lost(path: Path, terms: Terms, name: str, lost: Lost, worker: Worker) -> dict[str, Json]:
    """The result for a property whose worker did not come back, with the arguments it was at."""
    notes = _notes(worker)
    place = str(place_of(notes))
    stuck = lost.how == "stuck"
    ending = _ending(lost)
    example, again = _again(path, terms, name, place, run=not stuck)
    told: dict[str, Json] = {
        "name": name, "verdict": Verdict.UNDECIDED.value, "tests": notes[TESTS], "discarded": notes[DISCARDS],
        "counterexample": example, "labels": {}, "seconds": terms.seconds if stuck else 0.0,
        "reason": None, "covered": "", "sentence": "", "remarks": [],
    }  # fmt: skip
    if notes[FOUND]:
        return told | {
            "verdict": Verdict.REFUTED.value, "reason": "wrong", "sentence": "a counterexample was found",
            "tests": notes[TESTS] + 1, "remarks": ["to make it smaller took too long or broke the process"],
        }  # fmt: skip
    if stuck:
        sentence = f"no answer within {terms.seconds:g} seconds for these arguments"
        return told | {"reason": "time_limit", "sentence": sentence}
    if example is not None:
        example["note"] = f"the process {ending}"
    if again:
        return told | {
            "verdict": Verdict.REFUTED.value, "reason": "crash", "sentence": f"the process {ending}",
            "tests": notes[TESTS] + 1,
        }  # fmt: skip
    sentence = f"the process {ending} once, and not again for the same arguments"
    return told | {"verdict": Verdict.REJECTED.value, "reason": "inconsistent", "sentence": sentence}


def _ending(lost: Lost) -> str:
    if lost.how == "garbled":
        return "wrote where only Viva writes"
    if lost.status is not None and lost.status < 0:
        return f"was ended by {signal.Signals(-lost.status).name}"
    return f"ended itself with status {lost.status}"


def _again(path: Path, terms: Terms, name: str, place: str, *, run: bool) -> tuple[dict[str, Json] | None, bool]:
    """The arguments at a place, and whether the one test there ends the process again, if it is to be run."""
    worker = _worker(path, replace(terms, seconds=min(terms.seconds, 2.0)), [name], place)
    example: dict[str, Json] | None = None
    answered = False
    try:
        for told in worker.stream(lambda: None):
            if isinstance(told, Lost):
                return example, told.how != "stuck" and not (told.status == 0 and answered)
            answered = told["event"] == "result"
            if told["event"] == "example":
                assert isinstance(told["example"], dict)
                example = told["example"]
                if not run:
                    return example, False
    finally:
        worker.end()
    return example, False
