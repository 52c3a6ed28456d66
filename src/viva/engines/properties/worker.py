"""A worker: a process of its own that imports a module and tests its properties one after the other.

Before each test its place is written into memory shared with the parent, so that after a hang, a crash, an exit or a
memory blow-up the parent still knows where it happened. Answers go as lines of JSON over a pipe of their own: what
tested code prints goes nowhere, and is only remarked on.

    python -m viva.engines.properties.worker JOB     JOB: one JSON object, see `Job`
"""

from __future__ import annotations

import io
import json
import mmap
import os
import resource
import sys
import traceback
from collections.abc import Callable, MutableSequence, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, cast

from viva.core.fault import Fault
from viva.core.json import Json
from viva.core.verdict import Verdict
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
    answers: int  # the file descriptors of the pipe and of the shared notes
    notes: int
    tests: int | None = None
    seconds: float = 10.0
    seed: int = 0
    words: str | None = None
    only: tuple[str, ...] | None = None
    place: str | None = None

    def text(self) -> str:
        return json.dumps(asdict(self))

    @staticmethod
    def parse(text: str) -> Job:
        told = json.loads(text)
        return Job(**{**told, "only": None if told["only"] is None else tuple(told["only"])})


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


def main(arguments: Sequence[str]) -> int:
    job = Job.parse(arguments[0])
    resource.setrlimit(resource.RLIMIT_DATA, (_MEMORY, _MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    quiet = _silence()
    shared = memoryview(mmap.mmap(job.notes, NOTES * 8)).cast("q")
    with os.fdopen(job.answers, "w", encoding="utf-8") as answers:

        def answer(**told: Json) -> None:
            answers.write(json.dumps(told) + "\n")
            answers.flush()

        try:
            every = properties_in(load(Path(job.path)))
        except (Exception, SystemExit) as error:  # noqa: BLE001 - the module may raise whatever it likes
            answer(event="import", sentence=_import_sentence(error, Path(job.path)))
            return 0
        chosen = [name for name in every if is_chosen(name, job.words)]
        answer(event="properties", names=list[Json](chosen), all=len(every))
        for name in chosen:
            if job.only is None or name in job.only:
                shared[:] = memoryview(bytearray(NOTES * 8)).cast("q")
                quiet.said = b""
                answer(event="begin", name=name)
                _one(job, Examined(name, every[name]), shared, quiet, answer)
    return 0


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


def _silence() -> Quiet:
    """Points everything that writes at nothing, the file descriptors too, and everything that reads at the end."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)
    quiet = Quiet()
    sys.stdout = sys.stderr = io.TextIOWrapper(
        io.BufferedWriter(quiet), "utf-8", "backslashreplace", write_through=True
    )
    return quiet


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


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
