"""What the source of a program contains, found without running it."""

from collections.abc import Sequence

from viva.core.json import Json
from viva.core.records import dataclass
from viva.languages import wire
from viva.languages.heap import Malformed

_ALIKE = 0.75  # how much a name that was misspelt has in common with the one that was meant


@dataclass(frozen=True, slots=True)
class Mention:
    """Something at a place; lines and columns count from 1. `name` says what, `detail` what else there is to say."""

    name: str
    line: int
    column: int
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Signature:
    """`parameters` are pairs of a name and the type that is written there, as nested lists: `["list", ["int"]]`;
    `vivabox.python.reading.surveying.type_of` has them all. None stands for a type that nobody wrote. `defaults` are
    those of the last parameters, as source text."""

    name: str
    line: int
    end_line: int
    parameters: tuple[tuple[str, Json], ...]
    returns: Json
    defaults: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Fields:
    """What makes an instance of a class: names and types, in the order of the parameters of its constructor. One that
    `is_dict` has none: its values are dicts with these keys."""

    name: str
    line: int
    fields: tuple[tuple[str, Json], ...]
    is_dict: bool = False


@dataclass(frozen=True, slots=True)
class Documented:
    """A call that the documentation in a source shows, in which line, the one answer that it shows, if any, and whether
    it gives arguments by their names."""

    arguments: tuple[object, ...]
    line: int
    answer: tuple[object, ...] = ()
    by_name: bool = False


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement of a function, of `if`, `for` and the like the head: what it reads and writes, and the line of what
    it is nested in, 0 for nothing. `gives` is `result`, `name` or `nothing` of a return (a value that is made there, a
    variable as it is, or what is always the empty value), `print`, `leave` of what leaves a block, `test` of what
    decides about one, or no word."""

    line: int
    function: str
    inside: int
    reads: frozenset[str]
    writes: frozenset[str]
    gives: str = ""


@dataclass(frozen=True, slots=True)
class Survey:
    """`syntax` are constructs by the words of the language, `habits` what is better left, `slips` what may explain a
    wrong answer, `lines` those with a statement, `defined` the names that are bound at the top and `bound` those that
    are bound anywhere. Methods are functions named with a dot.

    `impure` is what could make one call say nothing about the next (`vivabox.python.reading.purity` has the words); a
    source that was not looked at is not known to be pure. `pure` are functions that come to nothing of it.
    """

    functions: tuple[Signature, ...] = ()
    classes: tuple[Fields, ...] = ()
    constants: tuple[int | float | str, ...] = ()
    syntax: tuple[Mention, ...] = ()
    names: tuple[Mention, ...] = ()
    imports: tuple[Mention, ...] = ()
    habits: tuple[Mention, ...] = ()
    slips: tuple[Mention, ...] = ()
    lines: tuple[int, ...] = ()
    defined: tuple[str, ...] = ()
    bound: tuple[str, ...] = ()
    flow: tuple[Statement, ...] = ()
    impure: tuple[Mention, ...] = (Mention("unread", 1, 1),)
    pure: tuple[str, ...] = ()

    def impure_in(self, function: str) -> tuple[Mention, ...]:
        """What could make one call of the function say nothing about the next."""
        return () if function in self.pure else self.impure

    def function(self, name: str) -> Signature | None:
        return next((function for function in reversed(self.functions) if function.name == name), None)


def read_survey(data: Json | None) -> Survey:
    facts = wire.record(data)
    return Survey(
        functions=tuple(map(_signature, wire.items(facts.get("functions")))),
        classes=tuple(map(_fields, wire.items(facts.get("classes")))),
        constants=tuple(map(_constant, wire.items(facts.get("constants")))),
        syntax=_mentions(facts.get("syntax")),
        names=_mentions(facts.get("names")),
        imports=_mentions(facts.get("imports")),
        habits=_mentions(facts.get("habits")),
        slips=_mentions(facts.get("slips")),
        lines=tuple(map(wire.number, wire.items(facts.get("lines")))),
        defined=tuple(map(wire.text, wire.items(facts.get("defined")))),
        bound=tuple(map(wire.text, wire.items(facts.get("bound")))),
        flow=tuple(map(_statement, wire.items(facts.get("flow")))),
        impure=_mentions(facts["impure"]) if "impure" in facts else Survey().impure,
        pure=tuple(map(wire.text, wire.items(facts.get("pure")))),
    )


def _signature(data: Json) -> Signature:
    said = wire.record(data)
    return Signature(
        name=wire.text(said.get("name")),
        line=wire.number(said.get("line")),
        end_line=wire.number(said.get("end_line")),
        parameters=_typed(said.get("parameters")),
        returns=said.get("returns"),
        defaults=tuple(map(wire.text, wire.items(said.get("defaults")))),
    )


def _statement(data: Json) -> Statement:
    match wire.items(data):
        case [line, _, function, inside, reads, writes, gives]:
            return Statement(
                wire.number(line), wire.text(function), wire.number(inside), _names(reads), _names(writes),
                wire.text(gives),
            )  # fmt: skip
    raise Malformed("not a statement")


def _names(data: Json) -> frozenset[str]:
    return frozenset(map(wire.text, wire.items(data)))


def _fields(data: Json) -> Fields:
    said = wire.record(data)
    is_dict = wire.flag(said.get("dict", False))
    return Fields(wire.text(said.get("name")), wire.number(said.get("line")), _typed(said.get("fields")), is_dict)


def _typed(data: Json | None) -> tuple[tuple[str, Json], ...]:
    pairs = [wire.pair(item) for item in wire.items(data)]
    return tuple((wire.text(name), kind) for name, kind in pairs)


def _constant(data: Json) -> int | float | str:
    match data:
        case bool() | None:
            raise Malformed("not a constant")
        case int() | str():
            return data
        case ["float", str(text)] if len(text) < 40:
            try:
                return float(text)
            except ValueError:
                raise Malformed("not a float") from None
    raise Malformed("not a constant")


def _mentions(data: Json | None) -> tuple[Mention, ...]:
    return tuple(map(_mention, wire.items(data)))


def _mention(data: Json) -> Mention:
    match wire.items(data):
        case [name, line, column]:
            return Mention(wire.text(name), wire.number(line), wire.number(column))
        case [name, line, column, detail]:
            return Mention(wire.text(name), wire.number(line), wire.number(column), wire.text(detail))
    raise Malformed("not a mention")


@dataclass(frozen=True, slots=True)
class Lost:
    """A name that gets a value in a line and is never looked at, and another one that it may stand for."""

    line: int
    name: str
    near: str


def lost_names(flow: Sequence[Statement]) -> list[Lost]:
    """Names that nothing reads though they look much like one that is read and written: most likely misspelt."""
    import difflib  # noqa: PLC0415 only for who has made a mistake

    read = {name for one in flow for name in one.reads}
    written = {name for one in flow for name in one.writes}
    found = []
    for one in flow:
        for name in sorted(one.writes - read):
            near = difflib.get_close_matches(name, sorted(written & read), 1, _ALIKE) if len(name) > 2 else []
            found += [Lost(one.line, name, near[0])] if near else []
    return found
