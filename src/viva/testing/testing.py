"""Tests all properties of modules in worker processes, and survives whatever they do.

One worker tests every property, each in a copy of itself (`worker.py`). What then claims to hold for all arguments is
walked a second time by another worker, which has other hashes; the verdict is settled here. Nothing of the module is
ever imported here, and every wait has an end.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Sequence
from dataclasses import field, replace
from pathlib import Path
from typing import Any

from viva.core.json import Json
from viva.core.records import dataclass
from viva.core.verdict import Verdict
from viva.engines.properties.arguments.premises import search_counterexamples
from viva.engines.properties.examining.proving import proved_for_all
from viva.engines.properties.examining.walked import Claim, Walked, settle_result
from viva.engines.properties.logic import VALUES_FOR_A_WITNESS
from viva.engines.properties.places import NOTES, TESTS
from viva.engines.properties.result import Result
from viva.services.workers.worker import Lost, Post, Worker
from viva.testing.remembered import Remembered, read_remembered, remember
from viva.testing.worker import Job

_SEARCHING = 4.0  # seconds for a search along one property

# name, number of this property, number of all, tests so far
Progress = Callable[[str, int, int, int], None]
Show = Callable[[str], None]  # one line: a property, and the arguments it is tested with now


@dataclass(frozen=True, slots=True)
class Terms:
    tests: int | None = None
    seconds: float = 10.0
    seed: int = 0
    words: str | None = None
    replay: str | None = None
    exists: int = VALUES_FOR_A_WITNESS


@dataclass(frozen=True, slots=True)
class Error:
    """What went wrong that is no verdict: with the module, or with Viva while it tested a property."""

    sentence: str
    property: str | None = None


@dataclass(frozen=True, slots=True)
class ModuleReport:
    """The results of one module as JSON values, in the order of the module, and what is none."""

    path: Path
    results: Sequence[dict[str, Json]]
    errors: Sequence[Error] = ()


@dataclass(slots=True)
class _Heard:
    """What a worker has said so far."""

    names: list[str] | None = None
    current: str | None = None
    told: dict[str, dict[str, Any]] = field(default_factory=dict)
    wrong: str | None = None  # why it stopped before its end


def test_module(path: Path, terms: Terms, progress: Progress, show: Show | None = None) -> ModuleReport:
    """Tests every chosen property of one module; `show` is told the arguments of each test before it runs."""
    if show is None:
        return _tested(path, terms, progress)
    with tempfile.TemporaryDirectory(prefix="viva-test-") as folder:
        reading = _Reading(Path(folder) / "shown", show)

        def tell(name: str, number: int, total: int, tests: int) -> None:
            reading.go_on()
            progress(name, number, total, tests)

        try:
            return _tested(path, terms, tell, str(reading.file))
        finally:
            reading.go_on()


class _Reading:
    """Follows a file that grows, line by line."""

    def __init__(self, file: Path, show: Show) -> None:
        self.file, self._show, self._at = file, show, 0
        file.touch()

    def go_on(self) -> None:
        with self.file.open("rb") as lines:
            lines.seek(self._at)
            for line in lines:
                if line.endswith(b"\n"):
                    self._at += len(line)
                    self._show(line[:-1].decode("utf-8", "replace"))


def _tested(path: Path, terms: Terms, progress: Progress, shown: str | None = None) -> ModuleReport:
    known: Remembered = {} if terms.replay else read_remembered(path)
    job = Job(
        str(path), terms.tests, terms.seconds, terms.seed, terms.words,
        replay=terms.replay, remembered=known, shown=shown, exists=terms.exists,
    )  # fmt: skip
    heard = _listen(path, job, "0", progress)
    results: dict[str, dict[str, Json]] = {}
    errors = [Error(heard.wrong)] if heard.wrong else []
    claims: dict[str, Claim] = {}
    failed: dict[str, tuple[str, Sequence[str]]] = {}
    for name, told in heard.told.items():
        if told["event"] == "error":
            errors.append(Error(_broken(path, name, str(told["sentence"])), name))
            continue
        results[name] = told["result"]
        example = told["result"]["counterexample"]
        if told.get("claim") is not None:
            claims[name] = Claim.from_json(told["claim"])
        if told["result"]["verdict"] == Verdict.REFUTED.value and example is not None and "=" in example["replay"]:
            failed[name] = str(example["replay"]), [str(each) for each in told.get("types", ())]
    if claims:
        second = _listen(path, replace(job, again=True, only=tuple(claims), remembered={}), "1", progress)
        for name, claim in claims.items():
            walked = second.told.get(name, {}).get("walked")
            again = None if walked is None else Walked.from_json(walked)
            results[name] = settle_result(Result.from_json(results[name]), claim, again).to_json()
    if not terms.replay:
        remember(path, known, failed)
        results = {name: _proved(path, name, result) for name, result in results.items()}
        further = {name: result for name, result in results.items() if name not in claims and _is_open(result)}
        results |= _searched(path, job, further, progress)
    return ModuleReport(path, [results[name] for name in heard.names or () if name in results], errors)


def _proved(path: Path, name: str, result: dict[str, Json]) -> dict[str, Json]:
    """The result with a proof, where it passed all tests and an invariant of its loops shows that it always holds."""
    if result["verdict"] != Verdict.PASSED.value or result["discarded"]:
        return result
    why = proved_for_all(path, name)
    if why is None:
        return result
    return {**result, "verdict": Verdict.PROVED.value, "proof": list[Json](why.sentences), "loops": why.loops}


def _is_open(result: dict[str, Json]) -> bool:
    return result["verdict"] == Verdict.PASSED.value


def _searched(
    path: Path, job: Job, open_ones: dict[str, dict[str, Json]], progress: Progress
) -> dict[str, dict[str, Json]]:
    """The results with what a search along the branches of the properties has found: a counterexample, or that there
    is none among so many arguments."""
    proposed = {name: search_counterexamples(path, name, min(_SEARCHING, job.seconds)) for name in open_ones}
    proposed = {name: lines for name, lines in proposed.items() if lines}
    if not proposed:
        return open_ones
    heard = _listen(path, replace(job, only=tuple(proposed), proposed=proposed, remembered={}), "0", progress)
    found: dict[str, dict[str, Json]] = dict(open_ones)
    for name, told in heard.told.items():
        result = told.get("result")
        if told["event"] != "result" or result is None:
            continue
        before = open_ones[name]
        if result["verdict"] == Verdict.REFUTED.value:
            found[name] = {**result, "tests": int(before["tests"]) + int(result["tests"])}  # type: ignore[arg-type]
        elif result["tests"]:
            covered = f"{before['covered']}; {result['tests']:,} that a search along its branches found"
            found[name] = {**before, "covered": covered}
    return found


def _broken(path: Path, name: str, sentence: str) -> str:
    return (
        f"{path}: {name}: Viva itself went wrong, which says nothing about the property: {sentence}; "
        "please report this with the property"
    )


def _worker(job: Job, hashes: str) -> Worker:
    return Worker(
        Post(
            "viva.testing.worker:work",
            job.to_json(),
            wall=job.longest(),
            processor=job.seconds + 5.0,  # for the import: the properties are tested in copies
            notes=NOTES * 8,
            quiet=True,
            environment={"PYTHONHASHSEED": hashes},
        )
    )


def _listen(path: Path, job: Job, hashes: str, progress: Progress) -> _Heard:
    """All that a worker says about a module. It says one thing for each property, so this comes to an end."""
    heard = _Heard()
    worker = _worker(job, hashes)

    def tick() -> None:
        if heard.current is not None and heard.names is not None:
            tests = memoryview(worker.notes()).cast("q")[TESTS]
            progress(heard.current, len(heard.told), len(heard.names), tests)

    try:
        for told in worker.stream(tick):
            if isinstance(told, Lost):
                heard.wrong = heard.wrong or _lost(path, told, heard)
                break
            match told["event"]:
                case "end":
                    break
                case "import":
                    heard.wrong = str(told["sentence"])
                    break
                case "properties":
                    assert isinstance(told["names"], list)
                    heard.names = [str(name) for name in told["names"]]
                    if not told["all"]:
                        heard.wrong = nothing_found(path).sentence
                case "begin":
                    heard.current = str(told["name"])
                case _:
                    heard.told[str(told["name"])] = told
    finally:
        worker.end()
    return heard


def _lost(path: Path, lost: Lost, heard: _Heard) -> str:
    if heard.names is None:
        why = "does not come to an end" if lost.how == "stuck" else "ends the program"
        return f"{path}: the module {why} while it is imported"
    left = [name for name in heard.names if name not in heard.told]
    why = "was stuck" if lost.how == "stuck" else "ended by itself"
    return (
        f"{path}: the process that had imported the module {why}, so that {', '.join(left) or 'nothing'} "
        "could not be tested; look for threads that are started by the import"
    )


def nothing_found(path: Path) -> Error:
    return Error(f"{path}: there is no property in it; name a function prop_… and give its parameters types")
