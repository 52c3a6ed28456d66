"""A submission that was compiled, or the reason why it cannot be."""

import base64
from collections.abc import Iterable
from contextlib import AbstractContextManager
from dataclasses import asdict, dataclass
from pathlib import Path

from viva.core.isolation import Isolation
from viva.core.json import Json
from viva.languages.python import wire
from viva.languages.python.inside.pythonbox.heap import Malformed
from viva.languages.python.inside.pythonbox.sites import Hooks, Reading, Site
from viva.sandbox import Limits, Sandbox, sandbox_for

INSIDE = Path(__file__).parent / "inside"
PRELOAD = (
    "pythonbox.compiling",
    "pythonbox.console",
    "pythonbox.calling",
    "pythonbox.surveying",
    "pythonbox.mutating",
)
MOST_BYTES = 1_000_000

_COMPILING = Limits(cpu_seconds=10.0, wall_seconds=40.0, memory=1 << 30, output=64 << 20)


@dataclass(frozen=True, slots=True)
class Function:
    """A function of the submission. `required` of its `parameters` have no default."""

    name: str
    line: int
    parameters: tuple[str, ...]
    required: int
    any_number: bool
    keyword_only: tuple[str, ...]
    generator: bool
    coroutine: bool

    def takes(self, arguments: int) -> bool:
        """Whether it can be called with so many positional arguments and nothing else."""
        enough = self.any_number or arguments <= len(self.parameters)
        return self.required <= arguments and enough and not self.keyword_only


@dataclass(frozen=True, slots=True)
class Class:
    name: str
    line: int
    methods: tuple[Function, ...]


@dataclass(frozen=True, slots=True)
class Program:
    """Code with hooks. `code` is loaded only inside the sandbox; `depth` is how deep blocks are nested, and `constants`
    are whole numbers and short texts in it."""

    text: str
    hooks: Hooks
    code: str
    sites: tuple[Site, ...]
    counters: tuple[bool, ...]
    readings: tuple[Reading, ...]
    functions: tuple[Function, ...]
    classes: tuple[Class, ...]
    depth: int
    constants: tuple[int | str, ...] = ()

    def job(self, steps: int, seed: int, output: int, forbidden: Iterable[str]) -> dict[str, Json]:
        """What every run of the program is told."""
        return {
            "code": self.code,
            "counters": [int(passes_value) for passes_value in self.counters],
            "sites": len(self.sites),
            "steps": steps,
            "seed": seed,
            "output": output,
            "forbidden": list(forbidden),
        }


@dataclass(frozen=True, slots=True)
class Unreadable:
    """Why a submission cannot be run: `reason` is `syntax_error`, `encoding`, `empty`, `too_large` or `too_complex`.

    `kind` and `message` are Python's own; lines and columns count from 1, and columns in characters.
    """

    reason: str
    kind: str
    message: str
    text: str
    line: int | None = None
    column: int | None = None
    end_line: int | None = None
    end_column: int | None = None


def warm_sandbox(isolation: Isolation | None = None) -> AbstractContextManager[Sandbox]:
    """The sandbox for Python that everyone in this process shares; leaving the block leaves it warm."""
    return sandbox_for([INSIDE], PRELOAD, isolation)


def prepare(
    sandbox: Sandbox, source: bytes, hooks: Hooks | None = None, most_bytes: int = MOST_BYTES
) -> Program | Unreadable:
    """Compiles a submission, in the sandbox and without running any of it."""
    hooks = Hooks() if hooks is None else hooks
    if len(source) > most_bytes:
        return Unreadable("too_large", "", f"{len(source)} bytes, and {most_bytes} are allowed", "")
    job: Json = {"source": base64.b64encode(source).decode(), "hooks": dict(asdict(hooks))}
    run = sandbox.run("pythonbox.compiling:run", job, _COMPILING)
    plain = source.removeprefix(b"\xef\xbb\xbf").decode("utf-8", "replace")
    if len(run.messages) != 1:
        return Unreadable("too_complex", "", f"compiling it ended with {run.ending.reason}", plain)
    try:
        answer = wire.record(run.messages[0])
        text = wire.optional_text(answer.get("text"))
        shown = plain if text is None else text
        if "problem" in answer:
            return _unreadable(wire.record(answer["problem"]), shown)
        return read_program(answer, shown, hooks)
    except Malformed as error:
        return Unreadable("too_complex", "", f"compiling it gave no code: {error}", plain)


def _unreadable(problem: dict[str, Json], text: str) -> Unreadable:
    lines = {name: _position(problem.get(name)) for name in ("line", "column", "end_line", "end_column")}
    return Unreadable(
        wire.text(problem.get("reason")),
        wire.text(problem.get("kind")),
        wire.text(problem.get("message")),
        text,
        **lines,
    )


def _position(data: Json | None) -> int | None:
    """Python says 0 or -1 where it does not know."""
    position = wire.optional_number(data)
    return position if position is not None and position > 0 else None


def read_program(answer: dict[str, Json], text: str, hooks: Hooks) -> Program:
    sites = tuple(map(_site, wire.items(answer.get("sites"))))
    counters = tuple(bool(wire.number(counter, 1)) for counter in wire.items(answer.get("counters")))
    return Program(
        text=text,
        hooks=hooks,
        code=wire.text(answer.get("code")),
        sites=sites,
        counters=counters,
        readings=tuple(_reading(item, len(sites), len(counters)) for item in wire.items(answer.get("readings"))),
        functions=tuple(map(_function, wire.items(answer.get("functions")))),
        classes=tuple(map(_class, wire.items(answer.get("classes")))),
        depth=wire.number(answer.get("depth")),
        constants=tuple(map(_constant, wire.items(answer.get("constants")))),
    )


def _constant(data: Json) -> int | str:
    if isinstance(data, str):
        return wire.text(data)
    if isinstance(data, int) and abs(data) < 2**62:
        return int(data)
    raise Malformed("not a constant")


def _site(data: Json) -> Site:
    match wire.items(data):
        case [kind, *numbers] if len(numbers) == 4:
            line, column, end_line, end_column = map(wire.number, numbers)
            return Site(wire.text(kind), line, column, end_line, end_column)
    raise Malformed("not a site")


def _reading(data: Json, sites: int, counters: int) -> Reading:
    match wire.items(data):
        case [site, role, plus, minus]:
            return Reading(
                wire.number(site, sites - 1),
                wire.text(role),
                wire.number(plus, counters - 1),
                wire.number(minus, counters - 1),
            )
    raise Malformed("not a reading")


def _function(data: Json) -> Function:
    function = wire.record(data)
    return Function(
        name=wire.text(function.get("name")),
        line=wire.number(function.get("line")),
        parameters=tuple(map(wire.text, wire.items(function.get("parameters")))),
        required=wire.number(function.get("required")),
        any_number=wire.flag(function.get("any_number")),
        keyword_only=tuple(map(wire.text, wire.items(function.get("keyword_only")))),
        generator=wire.flag(function.get("generator")),
        coroutine=wire.flag(function.get("coroutine")),
    )


def _class(data: Json) -> Class:
    cls = wire.record(data)
    methods = tuple(map(_function, wire.items(cls.get("methods"))))
    return Class(wire.text(cls.get("name")), wire.number(cls.get("line")), methods)
