"""A worker: a process of its own that imports a module and tests its properties, each in a copy of itself.

So every property begins with the module as it was imported, whatever the others did, and a hang, a crash, an exit or a
memory blow-up ends one copy only (`forked.py`). Before each test its place is written into memory that all share, so
that it is known afterwards where it happened. A counterexample is run again, alone, in one more copy before it is told.
What tested code prints goes nowhere, and is only remarked on.
"""

from __future__ import annotations

import base64
import io
import os
import pickle
import resource
import signal
import sys
import traceback
from collections.abc import Callable, Iterator, Mapping, MutableSequence, Sequence
from dataclasses import asdict, field
from pathlib import Path
from typing import Any, cast

from viva.core.fault import Fault
from viva.core.json import Json
from viva.core.records import dataclass
from viva.core.verdict import Verdict
from viva.engines.properties.examine import fails_still, on_these, one_test
from viva.engines.properties.examining.examination import Examination
from viva.engines.properties.logic import VALUES_FOR_A_WITNESS
from viva.engines.properties.places import DISCARDS, FOUND, NOTES, TESTS, parse_place, place_of
from viva.engines.properties.result import Result
from viva.services.workers.copies import Say
from viva.services.workers.worker import Answer
from viva.testing.discover import is_chosen, load, properties_in
from viva.testing.forked import Ended, apart

_MEMORY = 2 * 2**30
_REMEMBERED = 200
_GRACE = 2.0  # seconds of processor time on top, for making a counterexample smaller
_FIRST, _ALONE, _SECOND = 4.0, 1.0, 2.0  # how many times the seconds each stage may take by the clock on the wall
_LEAST = 8.0  # seconds that each is given at least: a machine may be busy


@dataclass(frozen=True, slots=True)
class Job:
    """What a worker is asked to do: to test, to run one test only (`replay`), to walk a second time (`again`), or to
    try what a search has `proposed`, by property. `shown` is a file to which the arguments of each test are written
    before it runs.

    `remembered` are counterexamples of earlier runs, by property: how to make each, and the types it was made for.
    """

    path: str
    tests: int | None = None
    seconds: float = 10.0
    seed: int = 0
    words: str | None = None
    only: tuple[str, ...] | None = None
    replay: str | None = None
    again: bool = False
    remembered: Mapping[str, Sequence[Sequence[Any]]] = field(default_factory=dict)
    proposed: Mapping[str, Sequence[str]] = field(default_factory=dict)
    shown: str | None = None
    exists: int = VALUES_FOR_A_WITNESS

    def to_json(self) -> dict[str, Json]:
        return asdict(self)

    @staticmethod
    def from_json(data: dict[str, Any]) -> Job:
        return Job(**{**data, "only": None if data["only"] is None else tuple(data["only"])})

    def longest(self) -> float:
        """Seconds by the clock within which there is an answer for each property."""
        return sum(max(stage * self.seconds, _LEAST) for stage in (_FIRST, _ALONE, _ALONE)) + _LEAST


class Quiet(io.RawIOBase):
    """Where tested code prints to: nowhere. The beginning is remembered."""

    def __init__(self) -> None:
        super().__init__()
        self.said = b""

    def writable(self) -> bool:
        return True

    def fileno(self) -> int:
        return 1

    def write(self, data: Any) -> int:
        content = bytes(data)
        if len(self.said) < _REMEMBERED:
            self.said += content[:_REMEMBERED]
        return len(content)


def work(start: Json, _tasks: Iterator[Json], say: Answer, notes: memoryview) -> None:
    """Told a `Job`, it says what it comes to: `import` or `properties`, then `begin` and one of `result`, `error` and
    `again` for each, and at last `end`."""
    job = Job.from_json(cast("dict[str, Any]", start))
    resource.setrlimit(resource.RLIMIT_DATA, (_MEMORY, _MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    quiet = Quiet()
    sys.stdout = sys.stderr = io.TextIOWrapper(
        io.BufferedWriter(quiet), "utf-8", "backslashreplace", write_through=True
    )
    sys.path.insert(0, str(Path.cwd()))
    try:
        every = properties_in(load(Path(job.path)))
    except (Exception, SystemExit) as error:  # noqa: BLE001 - the module may raise whatever it likes
        say({"event": "import", "sentence": _import_sentence(error, Path(job.path))})
        return
    chosen = [name for name in every if is_chosen(name, job.words)]
    say({"event": "properties", "names": list[Json](chosen), "all": len(every)})
    for name in chosen:
        if job.only is None or name in job.only:
            say({"event": "begin", "name": name})
            one = _One(job, name, every[name], notes.cast("q"), quiet)
            say({"name": name, **(one.again() if job.again else one.tested())})
    say({"event": "end"})


@dataclass(frozen=True, slots=True)
class _One:
    """One property of the module."""

    job: Job
    name: str
    subject: object
    notes: memoryview[int]
    quiet: Quiet

    def tested(self) -> dict[str, Json]:
        self.notes[:] = memoryview(bytearray(NOTES * 8)).cast("q")
        heard, ended = self._apart(self._examine, self.job.seconds + _GRACE, _FIRST)
        if ended.how != "well":
            return {"event": "result", "result": self._lost(ended, heard[-1] if heard else {})}
        told: dict[str, Json] = heard[-1]
        if told.get("code") is not None and not self.job.replay:
            self._confirm(told)
        return told

    def again(self) -> dict[str, Json]:
        def walk(say: Say) -> None:
            say({"walked": self._examination().walk_again().to_json()})

        heard, ended = self._apart(walk, self.job.seconds * _SECOND, _SECOND)
        walked = heard[-1]["walked"] if heard and ended.how == "well" else None
        return {"event": "again", "walked": walked}

    def _apart(self, work: Any, processor: float, stage: float) -> tuple[list[dict[str, Any]], Ended]:
        return apart(work, processor=processor, wall=max(stage * self.job.seconds, _LEAST))

    def _examination(self) -> Examination:
        examination = Examination.of(self.subject, tests=self.job.tests, exists=self.job.exists, seed=self.job.seed)
        examination.name = self.name
        examination.notes = cast(MutableSequence[int], self.notes)  # as far as it is used
        return examination

    def _examine(self, say: Say) -> None:
        """In a copy: the whole test of the property, or the one that is asked for."""
        self.quiet.said = b""
        code: str | None = None
        try:
            examination = self._examination()
            examination.when_found = lambda example, reason: say(
                {"reason": reason, "counterexample": example.to_json()}
            )
            if self.job.shown is not None:
                examination.before_each = _writing(self.job.shown, self.name)
            if self.job.replay is not None:
                result = one_test(examination, self.job.replay)
            else:
                proposed = self.job.proposed.get(self.name)
                result = examination.run(self.job.seconds) if proposed is None else on_these(examination, proposed)
                if result.verdict is Verdict.REFUTED:
                    code = base64.b64encode(pickle.dumps(examination.found)).decode()
                elif result.verdict is not Verdict.REJECTED:
                    result = self._remembered(examination, result)
            claim = examination.claim.to_json() if examination.claim and result else None
        except Fault as fault:
            result, claim = Result(self.name, Verdict.REJECTED, reason="no_property", sentence=str(fault)), None
        except Exception as error:  # noqa: BLE001 - what is left is a mistake of Viva's own
            last = traceback.extract_tb(error.__traceback__)[-1]
            place = f"{Path(last.filename).name}, line {last.lineno}"
            say({"event": "error", "sentence": f"{type(error).__name__}: {error} ({place})"})
            return
        told = result.to_json()
        sys.stdout.flush()
        if self.quiet.said.strip():
            first = self.quiet.said.decode("utf-8", "replace").strip().splitlines()[0]
            cast("list[Json]", told["remarks"]).append(f"it prints; the first line is {first!r}")
        types = result.counterexample.types if result.counterexample else ()
        say({"event": "result", "result": told, "claim": claim, "code": code, "types": list[Json](types)})

    def _remembered(self, examination: Examination, result: Result) -> Result:
        """What failed in an earlier run is tried too: after the code was edited the usual tests may miss it."""
        for text, types in self.job.remembered.get(self.name, ()):
            found = fails_still(examination, str(text), [str(each) for each in types])
            if found is not None:
                return found.with_remark("it failed in an earlier run, and fails still")
        return result

    def _confirm(self, told: dict[str, Json]) -> None:
        """Runs the counterexample once more, alone."""

        def fails(say: Say) -> None:
            code = pickle.loads(base64.b64decode(str(told["code"])))
            say({"fails": self._examination().trial.failure(code) is not None})

        heard, ended = self._apart(fails, min(self.job.seconds, _LEAST) + _GRACE, _ALONE)
        if ended.how == "well" and not heard[-1]["fails"]:
            result = cast("dict[str, Json]", told["result"])
            example = cast("dict[str, Any]", result["counterexample"])
            shown = ", ".join(f"{name} = {source}" for name, source in example["arguments"].items()) or "none"
            sentence = f"it fails, but not when it is run alone with the same arguments ({shown}); it keeps state"
            told["result"] = {
                **result, "verdict": Verdict.REJECTED.value, "reason": "inconsistent", "sentence": sentence,
                "counterexample": None,
            }  # fmt: skip

    def _lost(self, ended: Ended, seen: dict[str, Json]) -> dict[str, Json]:
        """The result for a property whose copy did not come back, with the arguments it was at. `seen` is the
        counterexample that it had found until then."""
        tests, discarded, found = self.notes[TESTS], self.notes[DISCARDS], self.notes[FOUND]
        place = self.job.replay or str(place_of(list(self.notes)))
        sources, dies, ending = self._at(place, run=ended.how == "died")
        told: dict[str, Json] = {
            "name": self.name, "verdict": Verdict.UNDECIDED.value, "tests": tests, "discarded": discarded,
            "counterexample": None, "labels": {}, "seconds": self.job.seconds if ended.how == "stuck" else 0.0,
            "reason": None, "covered": "", "sentence": "", "remarks": [],
        }  # fmt: skip
        if sources is None:
            sentence = f"the process {_ending(ended)} before the first test; it is not known where"
            return told | {"reason": "crash", "sentence": sentence}
        example: dict[str, Json] = {"arguments": dict(sources), "minimal": False, "replay": place}
        told["counterexample"] = example
        if found:
            return told | {"reason": "wrong"} | seen | {
                "verdict": Verdict.REFUTED.value, "sentence": "a counterexample was found",
                "tests": tests + 1, "remarks": ["to make it smaller took too long or broke the process"],
            }  # fmt: skip
        if ended.how == "stuck":
            sentence = f"no answer within {self.job.seconds:g} seconds for these arguments"
            return told | {"reason": "time_limit", "sentence": sentence}
        example["note"] = f"the process {_ending(ended)}"
        if dies:
            return told | {
                "verdict": Verdict.REFUTED.value, "reason": "crash", "sentence": f"the process {ending}",
                "tests": tests + 1,
            }  # fmt: skip
        sentence = f"the process {_ending(ended)} once, and not again for the same arguments"
        return told | {"verdict": Verdict.REJECTED.value, "reason": "inconsistent", "sentence": sentence}

    def _at(self, place: str, *, run: bool) -> tuple[dict[str, str] | None, bool, str]:
        """The arguments of one test, and whether it ends its process when it is run alone, and how."""

        def told(say: Say) -> None:
            say({"arguments": dict(self._examination().sources_at(parse_place(place)))})

        def ran(_: Say) -> None:
            one_test(self._examination(), place)

        heard, _ = self._apart(told, _LEAST, _ALONE) if not self.job.replay else ([{"arguments": {}}], None)
        sources = heard[-1]["arguments"] if heard else None
        if sources is None or not run:
            return sources, False, ""
        _, ended = self._apart(ran, min(self.job.seconds, _LEAST), _ALONE)
        return sources, ended.how == "died", _ending(ended)


def _writing(file: str, name: str) -> Callable[[str], None]:
    """Writes a line at once, so that the last one is there whatever the test does to its process."""
    shown = os.open(file, os.O_WRONLY | os.O_APPEND)
    return lambda arguments: _write_all(shown, f"{name}: {arguments or 'no arguments'}\n".encode("utf-8", "replace"))


def _write_all(file: int, left: bytes) -> None:
    while left:
        left = left[os.write(file, left) :]


def _ending(ended: Ended) -> str:
    if ended.status < 0:
        return f"was ended by {signal.Signals(-ended.status).name}"
    return f"ended itself with status {ended.status}"


def _import_sentence(error: BaseException, path: Path) -> str:
    if isinstance(error, SyntaxError):
        return f"{path}:{error.lineno or 1}: this is not Python: {error.msg}"
    if isinstance(error, SystemExit):
        return f"{path}: the module ends the program while it is imported; put that under `if __name__ == '__main__'`"
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename == str(path.resolve())]
    line = f":{frames[-1].lineno}" if frames else ""
    return f"{path}{line}: the module cannot be imported: {type(error).__name__}: {error}"
