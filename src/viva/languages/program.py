"""A submission that was compiled, or the reason why it cannot be."""

from collections.abc import Mapping
from dataclasses import field
from types import MappingProxyType

from viva.core.json import Json
from viva.core.records import dataclass
from viva.core.report import About, Finding
from viva.core.where import Passage
from viva.languages import wire
from viva.languages.heap import Malformed
from viva.languages.sites import Hooks, Reading, Site

MOST_BYTES = 1_000_000


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
    """Code with hooks. `code` is what the language made of the text: it is loaded only inside the sandbox. `counters`
    say which of its counters pass a value on, and `readings` how counts are read off them; `depth` is how deep blocks
    are nested, and `constants` are whole numbers and short texts in it."""

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

    @property
    def branches(self) -> frozenset[int]:
        """The sites of branches in functions, by number."""
        spans = [(site.line, site.end_line) for site in self.sites if site.kind == "function"]
        return frozenset(
            number
            for number, site in enumerate(self.sites)
            if site.kind != "function" and any(first <= site.line <= last for first, last in spans)
        )


@dataclass(frozen=True, slots=True)
class NoProgram:
    """Why a submission cannot be run: `reason` is `syntax_error`, `encoding`, `empty`, `too_large`, `too_complex` or,
    where a compiler was ended, `compiler_limit`.

    `kind` and `message` are the language's own; lines and columns count from 1, and columns in characters.
    """

    reason: str
    kind: str
    message: str
    text: str
    line: int | None = None
    column: int | None = None
    end_line: int | None = None
    end_column: int | None = None


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why there is no program, for a beginner: `kind` is the word for the usual cause, `slots` the data of its
    sentence, `text` the sentence.

    `source` is the line with everything in it made visible, and `caret` marks the place below it; both are empty where
    no line is to blame. Lines and columns count from 1.
    """

    kind: str
    text: str
    slots: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    line: int | None = None
    column: int | None = None
    source: str = ""
    caret: str = ""

    def findings(self, file: str) -> tuple[Finding, ...]:
        """What a report says of a file that cannot be read."""
        where = Passage(file, self.line, self.column) if self.line else None
        return (Finding(self.text, About.POLICY, signature=self.kind, where=where),)


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
        case [kind, *numbers, part] if len(numbers) == 4:
            line, column, end_line, end_column = map(wire.number, numbers)
            return Site(wire.text(kind), line, column, end_line, end_column, wire.text(part))
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


def read_no_program(problem: dict[str, Json], text: str) -> NoProgram:
    lines = {name: _position(problem.get(name)) for name in ("line", "column", "end_line", "end_column")}
    return NoProgram(
        wire.text(problem.get("reason")),
        wire.text(problem.get("kind")),
        wire.text(problem.get("message")),
        text,
        **lines,
    )


def _position(data: Json | None) -> int | None:
    """0 or -1 where it is not known."""
    position = wire.optional_number(data)
    return position if position is not None and position > 0 else None
