"""One symbolic run, as it was told by the box, and the conversation in which runs are asked for."""

from collections.abc import Mapping
from dataclasses import field
from types import TracebackType
from typing import Self

from viva.core.json import Json
from viva.core.records import dataclass
from viva.engines.symbolic.frames import Frame
from viva.engines.symbolic.path_terms import TRUTH, Pool, Term, canonical, read_terms
from viva.languages import wire
from viva.languages.heap import Malformed
from viva.languages.target import Target
from viva.sandbox import Conversation, Limits, Sandbox

STEPS = 20_000
MOST_BRANCHES = 1_000
MOST_RESTARTS = 5

_RUNNING = Limits(cpu_seconds=30.0, wall_seconds=120.0, output=256 << 20)


@dataclass(frozen=True, slots=True)
class Branch:
    """`term` was `value`: true or false, or for a pin the integer with which the run went on."""

    site: int
    term: Term
    value: bool | int

    @property
    def is_pin(self) -> bool:
        return not isinstance(self.value, bool)


Outcome = list[Json]


@dataclass(frozen=True, slots=True)
class Trace:
    branches: tuple[Branch, ...]
    outcome: Outcome
    terms: tuple[Term, ...]
    hits: frozenset[int]
    lost: int
    cut: bool


def read_trace(pool: Pool, frame: Frame, message: Json) -> Trace:
    answer = wire.record(message)
    table = read_terms(pool, answer.get("nodes"), frame)
    branches = wire.items(answer.get("branches"))
    if len(branches) > MOST_BRANCHES:
        raise Malformed("too many branches")
    return Trace(
        tuple(_branch(pool, branch, table) for branch in branches),
        wire.items(answer.get("outcome")),
        tuple(table),
        frozenset(_hit(hit) for hit in wire.items(answer.get("hits"))),
        wire.number(answer.get("lost")),
        wire.flag(answer.get("cut")),
    )


def _hit(data: Json) -> int:
    if not isinstance(data, int) or abs(data) > 1 << 30:
        raise Malformed("not a site")
    return data


def _branch(pool: Pool, data: Json, table: list[Term]) -> Branch:
    match data:
        case [int() as site, int() as number, bool() as truth] if 0 <= number < len(table):
            if table[number].sort == TRUTH:
                return Branch(site, *canonical(pool, table[number], truth))
        case [int() as site, int() as number, [int() as value]] if 0 <= number < len(table):
            if table[number].sort != TRUTH:
                return Branch(site, table[number], int(value))
    raise Malformed("not a branch")


@dataclass(slots=True)
class Runner:
    """Runs one target on inputs, in one process as long as it lives. A context manager."""

    sandbox: Sandbox
    target: Target
    frame: Frame
    pool: Pool
    restarts: int = 0
    _conversation: Conversation | None = None
    _loaded: bool = field(default=False)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        if self._conversation is not None:
            self._conversation.listen_only()
            self._conversation.receive()
            self._conversation.close()
            self._conversation = None

    def run(self, values: Mapping[str, int | float]) -> Trace | None:
        """None where the run told nothing usable: it did not load, ended the process, or sent what is no path."""
        if self._conversation is None and not self._start():
            return None
        assert self._conversation is not None
        self._conversation.send(dict(values))
        message = self._conversation.receive()
        if message is None:
            if self._conversation.close().reason in ("time_limit", "memory_limit"):
                self.restarts = MOST_RESTARTS + 1  # it would burn as much again
            self._conversation = None
            return None
        try:
            return read_trace(self.pool, self.frame, message)
        except Malformed:
            # Whoever says what is no path is not asked again.
            self.restarts = MOST_RESTARTS + 1
            self._conversation.close()
            self._conversation = None
            return None

    def _start(self) -> bool:
        if self.restarts > MOST_RESTARTS:
            return False
        self.restarts += 1
        job: dict[str, Json] = {
            "code": self.target.code,
            "counters": list(self.target.counters),
            "sites": self.target.sites,
            "readings": [list(reading) for reading in self.target.readings],
            "function": self.target.function,
            "shapes": self.frame.written(),
            "classes": self.frame.written_classes(),
            "steps": STEPS,
            "seed": 0,
            "output": 1 << 16,
        }
        self._conversation = self.sandbox.converse(self.target.entry, job, _RUNNING)
        message = self._conversation.receive()
        if isinstance(message, dict) and "loaded" in message and message["loaded"] is None:
            return True
        self._conversation.close()
        self._conversation = None
        self.restarts = MOST_RESTARTS + 1
        return False
