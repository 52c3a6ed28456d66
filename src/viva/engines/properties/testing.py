"""Tests all properties of modules in worker processes, and survives whatever they do.

A worker that dies or does not come back is replaced: a second one is asked for the arguments at the place that was
noted last and runs that one test again, a third goes on with the other properties. Nothing of the module is ever
imported here.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO

from viva.core.json import Json
from viva.core.verdict import Verdict
from viva.engines.properties.places import DISCARDS, FOUND, NOTES, TESTS, place_of
from viva.engines.properties.worker import Job

_PATIENCE = 6.0  # how much longer than its processor time a property may take by the clock on the wall
_GRACE = 1.0  # seconds of processor time on top, for starting and for making a counterexample smaller
_POLL = 0.05

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


class Worker:
    """One worker process: its answers, and the notes it shares."""

    def __init__(self, path: Path, terms: Terms, only: Sequence[str] | None, place: str | None = None) -> None:
        reader, writer = os.pipe()
        self._notes: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 - open as long as the worker lives
        self._notes.write(bytes(NOTES * 8))
        self._notes.flush()
        job = Job(
            str(path), writer, self._notes.fileno(), terms.tests, terms.seconds, terms.seed,
            terms.words, None if only is None else tuple(only), place,
        )  # fmt: skip
        self.process = subprocess.Popen(
            [sys.executable, "-m", "viva.engines.properties.worker", job.text()],
            pass_fds=(writer, self._notes.fileno()),
            stdin=subprocess.DEVNULL,
            start_new_session=True,
            env={**os.environ, "PYTHONHASHSEED": "0", "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        )
        os.close(writer)
        self._reader = reader
        self._rest = b""
        self._waiting: list[dict[str, Json]] = []
        self._ended = False

    def answers(self, seconds: float, tick: Callable[[], None]) -> Iterator[dict[str, Json] | str]:
        """What the worker says; "dead" when it died, "stuck" when a property took too long, and then no more."""
        began, used = time.monotonic(), self.processor_seconds()
        while True:
            if self._waiting:
                told = self._waiting.pop(0)
                began, used = time.monotonic(), self.processor_seconds()
                yield told
                continue
            if self._ended:
                self.process.wait()
                if self.process.returncode:
                    yield "dead"
                return
            tick()
            if select.select([self._reader], [], [], _POLL)[0]:
                self._read()
            elif (
                self.processor_seconds() - used > seconds + _GRACE
                or time.monotonic() - began > (seconds + _GRACE) * _PATIENCE
            ):
                yield "stuck"
                return

    def _read(self) -> None:
        chunk = os.read(self._reader, 1 << 16)
        self._ended = not chunk
        *lines, self._rest = (self._rest + chunk).split(b"\n")
        self._waiting += [json.loads(line) for line in lines]

    def processor_seconds(self) -> float:
        try:
            fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            return 0.0
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def notes(self) -> list[int]:
        data = os.pread(self._notes.fileno(), NOTES * 8, 0)
        return list(memoryview(data).cast("q"))

    def end(self) -> None:
        """Ends the worker and whatever it started."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        os.close(self._reader)
        self._notes.close()


def test_module(path: Path, terms: Terms, progress: Progress) -> ModuleReport:
    """Tests every chosen property of one module."""
    results: dict[str, dict[str, Json]] = {}
    names: list[str] | None = None
    while names is None or any(name not in results for name in names):
        only = None if names is None else [name for name in names if name not in results]
        worker = Worker(path, terms, only, terms.replay)
        try:
            current: str | None = None
            for told in worker.answers(terms.seconds, lambda: _tick(progress, worker, current, names, results)):  # noqa: B023
                if isinstance(told, str):
                    if current is None:
                        why = "ends the program" if told == "dead" else "does not come to an end"
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
        progress(current, len(results), len(names), worker.notes()[TESTS])


def _lost(path: Path, terms: Terms, name: str, how: str, worker: Worker) -> dict[str, Json]:
    """The result for a property whose worker did not come back, with the arguments it was at."""
    notes = worker.notes()
    place = str(place_of(notes))
    ending = _ending(worker.process.poll()) if how == "dead" else ""
    example, again = _again(path, terms, name, place, run=how == "dead")
    told: dict[str, Json] = {
        "name": name, "verdict": Verdict.UNDECIDED.value, "tests": notes[TESTS], "discarded": notes[DISCARDS],
        "counterexample": example, "labels": {}, "seconds": terms.seconds if how == "stuck" else 0.0,
        "reason": None, "covered": "", "sentence": "", "remarks": [],
    }  # fmt: skip
    if notes[FOUND]:
        return told | {
            "verdict": Verdict.REFUTED.value, "reason": "wrong", "sentence": "a counterexample was found",
            "tests": notes[TESTS] + 1, "remarks": ["to make it smaller took too long or broke the process"],
        }  # fmt: skip
    if how == "stuck":
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


def _ending(status: int | None) -> str:
    if status is not None and status < 0:
        return f"was ended by {signal.Signals(-status).name}"
    return f"ended itself with status {status}"


def _again(path: Path, terms: Terms, name: str, place: str, *, run: bool) -> tuple[dict[str, Json] | None, bool]:
    """The arguments at a place, and whether the one test there ends the process again, if it is to be run."""
    worker = Worker(path, replace(terms, seconds=min(terms.seconds, 2.0)), [name], place)
    example: dict[str, Json] | None = None
    try:
        for told in worker.answers(min(terms.seconds, 2.0), lambda: None):
            if isinstance(told, str):
                return example, told == "dead"
            if told["event"] == "example":
                assert isinstance(told["example"], dict)
                example = told["example"]
                if not run:
                    return example, False
    finally:
        worker.end()
    return example, False
