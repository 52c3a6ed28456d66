"""What went wrong while a program ran."""

from viva.core.json import Json
from viva.core.records import dataclass
from viva.languages import wire
from viva.languages.heap import Heap, Malformed, read

_REASONS = frozenset(
    {
        "crash", "memory_limit", "recursion_limit", "disk_limit", "process_limit", "output_limit", "step_limit",
        "time_limit", "no_result", "unexpected_read", "missing_function", "type_error", "unserialisable", "forbidden",
    }
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Frame:
    line: int
    function: str


@dataclass(frozen=True, slots=True)
class Moment:
    """A place where the submission was, and its variables there, as far as they are small."""

    line: int
    function: str
    variables: tuple[tuple[str, Heap], ...]


@dataclass(frozen=True, slots=True)
class Problem:
    """`kind` and `message` of the exception, if there was one; `line` and `frames` (the innermost last) are places
    in the submission; `deepest` are the last calls of a recursion that was too deep. All of it was said by a process
    that ran the submission: for people, never for a verdict.
    """

    reason: str
    kind: str = ""
    message: str = ""
    line: int | None = None
    frames: tuple[Frame, ...] = ()
    deepest: tuple[Moment, ...] = ()


def read_problem(data: Json | None) -> Problem | None:
    if data is None:
        return None
    said = wire.record(data)
    frames = [wire.pair(frame) for frame in wire.items(said.get("frames"))]
    return Problem(
        reason=read_reason(said.get("reason")),
        kind=wire.text(said.get("kind")),
        message=wire.text(said.get("message")),
        line=wire.optional_number(said.get("line")),
        frames=tuple(Frame(wire.number(line), wire.text(function)) for line, function in frames),
        deepest=tuple(map(read_moment, wire.items(said.get("deepest", [])))),
    )


def read_moment(data: Json) -> Moment:
    match wire.items(data):
        case [line, function, variables]:
            pairs = [wire.pair(item) for item in wire.items(variables)]
            found = tuple((wire.text(name), read(value)) for name, value in pairs)
            return Moment(wire.number(line), wire.text(function), found)
    raise Malformed("not a moment")


def read_reason(data: Json | None) -> str:
    reason = wire.text(data)
    if reason not in _REASONS:
        raise Malformed("not a reason")
    return reason
