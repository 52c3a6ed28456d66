"""What a console program read and wrote, in the order in which it happened."""

from dataclasses import field

from viva.core.records import dataclass
from viva.languages.coverage import Coverage
from viva.languages.problem import Problem


@dataclass(frozen=True, slots=True)
class Read:
    """The program asked for a line; `text` is None if there was none left."""

    text: str | None
    line: int | None


@dataclass(frozen=True, slots=True)
class Write:
    text: str
    line: int | None


@dataclass(frozen=True, slots=True)
class Prompt:
    """What `input` showed before it read."""

    text: str
    line: int | None


Event = Read | Write | Prompt


@dataclass(frozen=True, slots=True)
class Transcript:
    """`ended` is None if the program came to its end, also by `exit()`, and otherwise the word for what ended it.

    The order of the events is the truth, because it is the order in which they were seen outside; the lines of the
    source they carry, `error`, `steps` and `coverage` were said inside and are for people; `cpu_seconds` was measured
    outside of the run, and so was how long it `waited` for a core. `shared` says that the process had run the program
    before, or that the run was hurried: what goes wrong in it is to be seen again. Of a program that is seen from
    outside only, `uncertain` is why it may have read and written in another order ("lazy" input, output that is
    "buffered", "threads"), and `buffers` says that it seems to hold back itself what it writes. `lacked` is what it
    asked for and Viva does not have.
    """

    events: tuple[Event, ...]
    ended: str | None
    error: Problem | None
    steps: int | None
    exit_code: int | None
    coverage: Coverage
    cpu_seconds: float = field(default=0.0, compare=False)
    shared: bool = field(default=False, compare=False)
    waited: float = field(default=0.0, compare=False)
    uncertain: str = ""
    buffers: bool = False
    lacked: str = ""
