"""A worker: a process of its own that imports a module and tests its properties one after the other.

Before each test its place is written into memory shared with the parent, so that after a hang, a crash, an exit or a
memory blow-up the parent still knows where it happened. What tested code prints goes nowhere, and is only remarked on.
"""

from __future__ import annotations

import io
import resource
import sys
import traceback
from collections.abc import Callable, Iterator, MutableSequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, cast

from viva.core.fault import Fault
from viva.core.json import Json
from viva.core.verdict import Verdict
from viva.core.worker import Answer
from viva.engines.properties.discover import is_chosen, load, properties_in
from viva.engines.properties.examine import Examination
from viva.engines.properties.places import NOTES, parse_place
from viva.engines.properties.result import Result

_MEMORY = 2 * 2**30
_REMEMBERED = 200


@dataclass(frozen=True, slots=True)
class Job:
    """What a worker is asked to do. With `place`, `only` names one property and just that test is run."""

    path: str
    tests: int | None = None
    seconds: float = 10.0
    seed: int = 0
    words: str | None = None
    only: tuple[str, ...] | None = None
    place: str | None = None

    def to_json(self) -> dict[str, Json]:
        return asdict(self)

    @staticmethod
    def from_json(data: dict[str, Any]) -> Job:
        return Job(**{**data, "only": None if data["only"] is None else tuple(data["only"])})


@dataclass(frozen=True, slots=True)
class Examined:
    name: str
    subject: object


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
    """Told a `Job`, it says what it comes to: `import` or `properties`, then `begin` and `result` for each."""
    job = Job.from_json(cast("dict[str, Any]", start))
    resource.setrlimit(resource.RLIMIT_DATA, (_MEMORY, _MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    quiet = Quiet()
    sys.stdout = sys.stderr = io.TextIOWrapper(
        io.BufferedWriter(quiet), "utf-8", "backslashreplace", write_through=True
    )
    sys.path.insert(0, str(Path.cwd()))
    shared = notes.cast("q")

    def answer(**told: Json) -> None:
        say(told)

    try:
        every = properties_in(load(Path(job.path)))
    except (Exception, SystemExit) as error:  # noqa: BLE001 - the module may raise whatever it likes
        answer(event="import", sentence=_import_sentence(error, Path(job.path)))
        return
    chosen = [name for name in every if is_chosen(name, job.words)]
    answer(event="properties", names=list[Json](chosen), all=len(every))
    for name in chosen:
        if job.only is None or name in job.only:
            shared[:] = memoryview(bytearray(NOTES * 8)).cast("q")
            quiet.said = b""
            answer(event="begin", name=name)
            _one(job, Examined(name, every[name]), shared, quiet, answer)


def _one(job: Job, examined: Examined, shared: memoryview[int], quiet: Quiet, answer: Callable[..., None]) -> None:
    name, subject = examined.name, examined.subject
    try:
        examination = Examination.of(subject, tests=job.tests, seed=job.seed)
        examination.name = name
        examination.notes = cast(MutableSequence[int], shared)  # as far as it is used
        if job.place is not None:
            place = parse_place(job.place)
            example = examination.example_at(place).to_json()
            answer(event="example", name=name, example=example)
            result = examination.replay(job.place)
        else:
            result = examination.run(job.seconds)
    except Fault as fault:
        result = Result(name, Verdict.REJECTED, reason="no_property", sentence=str(fault))
    told = result.to_json()
    sys.stdout.flush()
    if quiet.said.strip():
        remarks = told["remarks"]
        assert isinstance(remarks, list)
        first = quiet.said.decode("utf-8", "replace").strip().splitlines()[0]
        remarks.append(f"it prints; the first line is {first!r}")
    answer(event="result", name=name, result=told)


def _import_sentence(error: BaseException, path: Path) -> str:
    if isinstance(error, SyntaxError):
        return f"{path.name}:{error.lineno or 1}: this is not Python: {error.msg}"
    if isinstance(error, SystemExit):
        return (
            f"{path.name}: the module ends the program while it is imported; put that under `if __name__ == '__main__'`"
        )
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename == str(path.resolve())]
    line = f":{frames[-1].lineno}" if frames else ""
    return f"{path.name}{line}: the module cannot be imported: {type(error).__name__}: {error}"
