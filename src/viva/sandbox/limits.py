"""What a run may use, and how it ended."""

from viva.core.json import Json
from viva.core.records import dataclass

MEBIBYTE = 1 << 20
LONGEST = 1 << 50
FAR = 20.0  # times as long as it may take by the clock, however long it waits for a core: the far net


@dataclass(frozen=True, slots=True)
class Limits:
    """All for one run. Processor seconds come first because they do not depend on the load of the machine; those on
    the wall are without what the run waited for a core, where the kernel tells that (`viva.core.timing.waiting`)."""

    cpu_seconds: float = 5.0
    wall_seconds: float = 20.0
    memory: int = 512 * MEBIBYTE
    disk: int = 16 * MEBIBYTE
    output: int = 4 * MEBIBYTE

    def __post_init__(self) -> None:
        amounts = (self.cpu_seconds, self.wall_seconds, self.memory, self.disk, self.output)
        if not all(0 < amount < LONGEST for amount in amounts):
            raise ValueError(f"every limit is positive and finite: {self}")


@dataclass(frozen=True, slots=True)
class Ending:
    """How a run ended, as seen from outside.

    `reason` is None if it ended by itself after its entry function had returned, and otherwise one of `crash`,
    `killed`, `recursion_limit`, `time_limit`, `memory_limit`, `output_limit`, `disk_limit`, `process_limit`,
    `protocol_error`, `no_result`. `detail` was said inside the box: it may help a person, and is never believed.
    `waited` are the seconds for which it waited for a core, as far as that was seen.
    """

    reason: str | None
    signal: int | None
    exit_code: int | None
    cpu_seconds: float
    memory: int
    detail: str | None = None
    waited: float = 0.0


@dataclass(frozen=True, slots=True)
class Run:
    messages: tuple[Json, ...]
    ending: Ending
