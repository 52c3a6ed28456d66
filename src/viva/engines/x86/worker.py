"""Proofs in a process of their own, with limits on memory and time: the solver is C++, and annotations are submitted.

`prove_apart` tells a worker what to prove and takes back what came of it, as data. The worker stays, so that the solver
is loaded once; each proof has a copy of it to itself, which is gone afterwards, so that none knows of another.
"""

from __future__ import annotations

import atexit
import math
import os
import resource
import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any, cast

from viva.core.json import Json
from viva.core.records import dataclass
from viva.engines.x86 import reader
from viva.engines.x86.annotations import Annotation
from viva.engines.x86.comparing import Compared, Examination, Failure, examine, preserved_registers
from viva.engines.x86.flow import flow_of
from viva.engines.x86.interpreter import Start, Step
from viva.engines.x86.obligations.cases import Key
from viva.engines.x86.obligations.houdini import strengthen
from viva.engines.x86.obligations.merit import merit
from viva.engines.x86.obligations.proving import WORK, Obligation, Proof, prove
from viva.engines.x86.obligations.replaying import Replay
from viva.engines.x86.obligations.theory import Theory, theory_of
from viva.engines.x86.program import BadProgram, Program
from viva.services.workers.copies import BROKEN, Copy, Say
from viva.services.workers.worker import Answer, Lost, Post, Said, Worker

MEMORY = 2 * 2**30
_MOST_STEPS = 2_000
_FAR = 86_400.0  # seconds: how long a copy may take, the worker itself sees to


@dataclass(frozen=True, slots=True)
class Job:
    """What to prove, as text: `start`, `exit`, `total` and `unrolled` are those of `theory_of`. `models` are
    annotations that prove it, by which those that do not are measured."""

    program: Program
    contract: str
    annotations: str = ""
    start: str = "start"
    exit: str | None = None
    total: bool = False
    work: int = WORK
    strengthen: bool = False
    unrolled: bool = True
    models: tuple[str, ...] = ()

    def theory(self) -> Theory:
        """Raises Misread and BadProgram."""
        contract = reader.read(self.contract, self.program.labels)
        theory = theory_of(self.program, contract, self.start, self.exit, self.total, unrolled=self.unrolled)
        return theory.with_annotations(reader.read(self.annotations, [*contract.constants, *self.program.labels]))

    def to_json(self) -> dict[str, Json]:
        return {
            "program": self.program.to_json(),
            "contract": self.contract,
            "annotations": self.annotations,
            "start": self.start,
            "exit": self.exit,
            "total": self.total,
            "work": self.work,
            "strengthen": self.strengthen,
            "unrolled": self.unrolled,
            "models": [*self.models],
        }

    @classmethod
    def from_json(cls, data: Any) -> Job:
        given = {"program": Program.from_json(data["program"]), "models": tuple(data["models"])}
        return cls(**{**data, **given})


def annotations_of(theory: Theory) -> list[Annotation]:
    """All annotations of a theory, in an order that is the same in every process."""
    found = [*theory.requires, *theory.ensures]
    for group in (theory.invariants, theory.asserts):
        for place in sorted(group):
            found += group[place]
    found += [theory.measures[place] for place in sorted(theory.measures)]
    for place in sorted(theory.contracts):
        contract = theory.contracts[place]
        found += [*contract.requires, *contract.ensures, *((contract.measure,) if contract.measure else ())]
    return found + ([theory.everywhere] if theory.everywhere else [])


def prove_apart(job: Job, seconds: float, wall: float) -> Proof | Lost:
    """The proof, or how the process was lost that looked for it."""
    theory = job.theory()
    said = _told("prove", job.to_json(), seconds, wall)
    return said if isinstance(said, Lost) else _proof_from_json(said, theory)


def _told(what: str, start: Json, seconds: float, wall: float) -> Said | Lost:
    """What a worker says to one task."""
    with _STANDING as worker:
        worker.ask({"what": what, "start": start, "seconds": seconds, "wall": wall})
        said = next(worker.stream(lambda: None))
    if isinstance(said, Lost):
        return said
    if "lost" in said:
        if said["lost"] == "error":
            raise RuntimeError(f"`{what}` ended with an error of its own")
        return Lost("stuck" if said["lost"] == "stuck" else "died")
    if "memory" in said:
        return Lost("died")
    if "bad" in said:
        raise BadProgram(str(said["bad"]), cast("int | None", said["line"]), **cast("dict[str, object]", said["slots"]))
    return said


class _Standing:
    """The worker of this process: started when it is first needed, ended with the process, and replaced where anything
    went wrong with it. One at a time has it; a copy of this process has one of its own."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._worker: Worker | None = None
        self._owner = 0

    def __enter__(self) -> Worker:
        self._lock.acquire()
        if self._worker is None or self._owner != os.getpid():
            if self._owner == 0:
                atexit.register(self._end)
            self._worker, self._owner = (
                Worker(Post("viva.engines.x86.worker:serve", None, wall=_FAR, quiet=True)),
                os.getpid(),
            )
        return self._worker

    def __exit__(self, kind: object, *_: object) -> None:
        if kind is not None or (self._worker is not None and isinstance(self._worker.said(), Lost)):
            self._end()
        self._lock.release()

    def _end(self) -> None:
        if self._worker is not None and self._owner == os.getpid():
            self._worker.end()
        self._worker = None


_STANDING = _Standing()


def serve(start: Json, tasks: Iterator[Json], answer: Answer, notes: memoryview) -> None:
    """In the process of the worker: each task in a copy of it."""
    del start, notes
    import z3  # noqa: F401, PLC0415 what every copy has then

    for task in tasks:
        answer(_in_a_copy(task))


def _in_a_copy(task: Any) -> Said:
    def work(say: Say) -> None:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        seconds = math.ceil(task["seconds"])
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
        made = {"prove": lambda: _proved(Job.from_json(task["start"])), "examine": lambda: _written(task["start"])}
        say(_within_memory(made[task["what"]]))

    with Copy(work) as copy:
        said = copy.first(task["wall"])
        if isinstance(said, dict):
            return said
        if not copy.has_ended():
            return {"lost": "stuck"}
        return {"lost": "error" if copy.status == BROKEN else "died"}


@dataclass(frozen=True, slots=True)
class Writing:
    """A program that was written, the one it is measured by, and what of them is compared: nothing where the contract
    says what holds at the exit. `kept` are registers that must be at the exit what they were at the start."""

    program: Job
    reference: Job
    compared: Compared | None = None
    kept: tuple[str, ...] = ()

    def theory(self) -> Theory:
        """Raises Misread and BadProgram."""
        theory = self.program.theory()
        return replace(theory, ensures=(*theory.ensures, *preserved_registers(self.kept, theory)))


def examine_apart(writing: Writing, seed: int, seconds: float, wall: float) -> Examination | Lost:
    """What came of examining a program, or how the process was lost that did."""
    theory = writing.theory()
    compared: Json = None
    if writing.compared is not None:
        compared = {"registers": [*writing.compared.registers], "memory": writing.compared.memory}
    start: Json = {
        "program": writing.program.to_json(),
        "reference": writing.reference.to_json(),
        "compared": compared,
        "kept": [*writing.kept],
        "seed": seed,
    }
    said = _told("examine", start, seconds, wall)
    return said if isinstance(said, Lost) else _examination_from_json(said, theory)


def _written(start: Any) -> dict[str, Json]:
    compared = start["compared"]
    writing = Writing(
        Job.from_json(start["program"]),
        Job.from_json(start["reference"]),
        None if compared is None else Compared(tuple(compared["registers"]), compared["memory"]),
        tuple(start["kept"]),
    )
    return _examined(writing, start["seed"])


def _examined(writing: Writing, seed: int) -> dict[str, Json]:
    theory = writing.theory()
    found = examine(theory, writing.reference.theory(), writing.compared, writing.program.work, seed)
    failure = found.failure
    told: Json = None
    if failure is not None:
        told = {
            "kind": failure.kind,
            "replay": _replay_to_json(failure.replay),
            "line": None if failure.line is None else theory.ensures.index(failure.line),
            "expected": {**failure.expected},
            "actual": {**failure.actual},
        }
    return {
        "failure": told,
        "complete": found.complete,
        "bounded": found.bounded,
        "ways": found.ways,
        "runs": found.runs,
        "unended": found.unended,
        "void": found.void,
        "trusted": found.trusted,
    }


def _examination_from_json(data: Any, theory: Theory) -> Examination:
    failure = None
    if data["failure"] is not None:
        told = data["failure"]
        replay = _replay_from_json(told["replay"], theory.program)
        assert replay is not None
        line = None if told["line"] is None else theory.ensures[told["line"]]
        failure = Failure(told["kind"], replay, line, told["expected"], told["actual"])
    return Examination(failure, **{key: value for key, value in data.items() if key != "failure"})


def _proved(job: Job) -> dict[str, Json]:
    proof = prove(job.theory(), job.work)
    if job.strengthen and not proof.complete:
        proof = replace(proof, additions=strengthen(proof))
    if job.models and not proof.complete:
        models = [replace(job, annotations=model).theory() for model in job.models]
        proof = replace(proof, merit=merit(proof, models))
    return _proof_to_json(proof)


def _within_memory(made: Callable[[], Said]) -> Said:
    """What was made, or why not: too little memory, or a computed jump led to what cannot be examined."""
    import z3  # noqa: PLC0415

    try:
        return made()
    except BadProgram as problem:
        return {"bad": problem.key, "line": problem.line, "slots": {key: str(it) for key, it in problem.slots.items()}}
    except MemoryError:
        return {"memory": True}
    except z3.Z3Exception as problem:
        if "memory" in str(problem):
            return {"memory": True}
        raise


def _proof_to_json(proof: Proof) -> dict[str, Json]:
    lines = annotations_of(proof.theory)
    obligations: list[Json] = [
        {
            "what": each.key.what,
            "place": each.key.place,
            "annotation": None if each.key.annotation is None else lines.index(each.key.annotation),
            "result": each.result,
            "cases": each.cases,
            "seconds": each.seconds,
            "replay": _replay_to_json(each.replay),
            "cut": each.cut,
            "forgotten": each.forgotten,
            "called": each.called,
        }
        for each in proof.obligations
    ]
    return {
        "obligations": obligations,
        "stopped": proof.stopped,
        "work": proof.work,
        "additions": [*proof.additions],
        "trusted": [*sorted(proof.trusted)],
        "void": proof.void,
        "merit": proof.merit,
        "targets": [[at, list(targets)] for at, targets in _computed(proof).items()],
    }


def _computed(proof: Proof) -> Mapping[int, tuple[int, ...]]:
    """Where computed jumps and calls lead."""
    found: dict[int, tuple[int, ...]] = {}
    for procedure in proof.flow.procedures.values():
        for at, after in procedure.successors.items():
            if at not in proof.theory.exits and proof.theory.program.instruction(at).name in ("jmp", "ret"):
                found[at] = after
        found |= dict(procedure.calls)
    return found


def _proof_from_json(data: Any, theory: Theory) -> Proof:
    lines = annotations_of(theory)
    obligations = tuple(
        Obligation(
            Key(each["what"], each["place"], None if each["annotation"] is None else lines[each["annotation"]]),
            each["result"],
            each["cases"],
            each["seconds"],
            _replay_from_json(each["replay"], theory.program),
            each["cut"],
            each["forgotten"],
            each["called"],
        )
        for each in data["obligations"]
    )
    flow = flow_of(theory.program, theory.start, theory.exits, dict(data["targets"]))
    return Proof(
        theory,
        flow,
        obligations,
        data["stopped"],
        data["work"],
        tuple(data["additions"]),
        frozenset(data["trusted"]),
        data["void"],
        data["merit"],
    )


def _replay_to_json(replay: Replay | None) -> Json:
    if replay is None:
        return None
    return {
        "real": replay.real,
        "start": _start_to_json(replay.start),
        "old": _start_to_json(replay.old),
        "constants": {**replay.constants},
        "steps": [
            [each.instruction.address, {**each.registers}, {**each.flags}, _cells(each.memory)]
            for each in replay.steps[-_MOST_STEPS:]
        ],
        "rounds": replay.rounds,
        "breaking": replay.breaking,
        "left_out": max(0, len(replay.steps) - _MOST_STEPS),
    }


def _cells(memory: Mapping[int, int]) -> Json:
    return [[address, byte] for address, byte in sorted(memory.items())]


def _start_to_json(start: Start) -> Json:
    return {
        "registers": {**start.registers},
        "flags": {**start.flags},
        "memory": _cells(start.memory),
        "otherwise": start.otherwise,
        "at": start.at,
        "flags_left": list(start.flags_left),
    }


def _start_from_json(data: Any) -> Start:
    return Start(**{**data, "memory": dict(data["memory"]), "flags_left": tuple(data["flags_left"])})


def _replay_from_json(data: Any, program: Program) -> Replay | None:
    if data is None:
        return None
    steps = tuple(
        Step(program.instruction(at), registers, flags, dict(cast("list[tuple[int, int]]", memory)))
        for at, registers, flags, memory in data["steps"]
    )
    breaking = None if data["breaking"] is None else data["breaking"] - data["left_out"]
    return Replay(
        data["real"],
        _start_from_json(data["start"]),
        _start_from_json(data["old"]),
        data["constants"],
        steps,
        data["rounds"],
        breaking if breaking is not None and breaking >= 0 else None,
    )
