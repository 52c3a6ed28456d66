"""Compiles submissions, in the sandbox: to an object whose ticks HPC counts, and to what can be asked of it."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager

from viva.core.isolation import Isolation
from viva.core.records import dataclass
from viva.languages.executable.explain import message_of_ending
from viva.languages.haskell import compiler
from viva.languages.haskell.driver import write_driver, write_generator, write_start
from viva.languages.haskell.interface import Interface, read_interface
from viva.languages.haskell.source import Prepared, literals, prepare_text
from viva.languages.haskell.types import NoType, Type, read_plain, unfold
from viva.languages.program import MOST_BYTES, Function, NoProgram, Program
from viva.languages.sites import Hooks, Reading, Site
from viva.sandbox import Sandbox, sandbox_for

_BOX = re.compile(r"\((\d+):(\d+)-(\d+):(\d+),(ExpBox|AltBox|TopLevelBox|LocalBox|BinBox)\s?([^()]*)\)")
_BLANK = re.compile(r"\s*\Z")
_KEPT = 64
ASKED = "-- asked as "
_MAIN = "main"


@dataclass(frozen=True, slots=True)
class Box:
    """A tick of HPC: where it is, `Exp`, `Alt`, `TopLevel`, `Local`, `GuardTrue`, `GuardFalse`, `CondTrue` and so on,
    and the name of what is declared there."""

    kind: str
    line: int
    column: int
    end_line: int
    end_column: int
    name: str = ""


@dataclass(frozen=True, slots=True)
class Module:
    """What came of a source: the compiled module, what it has, and its ticks in their order."""

    compiled: compiler.Compiled
    interface: Interface
    boxes: tuple[Box, ...]
    prepared: Prepared


def warm_sandbox(isolation: Isolation | None = None) -> AbstractContextManager[Sandbox]:
    """The sandbox that everyone in this process shares."""
    return sandbox_for([], (), isolation)


_modules: dict[bytes, Module | NoProgram] = {}
_drivers: dict[tuple[bytes, str], Driven | NoProgram] = {}


def key_of(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()


def module_of(sandbox: Sandbox, text: str) -> Module | NoProgram:
    """Of the last sources what came of them is kept: a check asks for the same one several times."""
    text = _handed_in(text)
    key = key_of(text)
    if key not in _modules:
        while len(_modules) >= _KEPT:
            del _modules[next(iter(_modules))]
        _modules[key] = _compiled(sandbox, text)
    _modules[key] = _modules.pop(key)  # what was not used for longest stands first
    return _modules[key]


def _handed_in(text: str) -> str:
    """The text without the remark of Viva's own, which means nothing to GHC."""
    before, _, last = text.rstrip().rpartition("\n")
    return f"{(before if last.startswith(ASKED) else text).rstrip()}\n"


def _compiled(sandbox: Sandbox, text: str) -> Module | NoProgram:
    prepared = prepare_text(text)
    done = compiler.compile_module(sandbox, prepared.text)
    if isinstance(done, compiler.Failed):
        return _not_compiled(done, text, prepared)
    interface = read_interface(done.told)
    return Module(done, interface, tuple(_boxes(done.mix, prepared)), prepared)


def _not_compiled(failed: compiler.Failed, text: str, prepared: Prepared) -> NoProgram:
    if failed.ending is not None:
        return NoProgram("compiler_limit", "", message_of_ending(failed.ending), text)
    first = min(failed.messages, key=lambda one: (one.line is None, one.line or 0, one.column or 0))
    lines = [None if line is None else prepared.line(line) for line in (first.line, first.end_line)]
    return NoProgram("syntax_error", "ghc", first.text, text, lines[0], first.column, lines[1], first.end_column)


def _boxes(mix: str, prepared: Prepared) -> list[Box]:
    found: list[Box] = []
    place = mix.find("[")
    while place >= 0:
        match = _BOX.search(mix, place)
        if match is None:
            break
        line, column, end_line, end_column = (int(number) for number in match.groups()[:4])
        kind, detail = match.group(5).removesuffix("Box"), match.group(6).strip()
        name = ""
        if kind == "Bin":
            what, _, truth = detail.partition(" ")
            kind = what.removesuffix("BinBox") + truth
        elif kind == "Exp":
            kind = "Alt" if detail == "True" else "Exp"
        else:
            name = re.sub(r'[\["\]]', "", detail.rpartition(",")[2])
        found.append(Box(kind, prepared.line(line), column - 1, prepared.line(end_line), end_column, name))
        place = match.end()
    return found


def prepare(
    sandbox: Sandbox, source: bytes, hooks: Hooks | None = None, most_bytes: int = MOST_BYTES
) -> Program | NoProgram:
    """See `viva.languages.protocol`."""
    hooks = Hooks() if hooks is None else hooks
    if len(source) > most_bytes:
        return NoProgram("too_large", "", f"{len(source)} bytes, and {most_bytes} are allowed", "")
    try:
        text = source.removeprefix(b"\xef\xbb\xbf").decode("utf-8")
    except UnicodeDecodeError as problem:
        line = source[: problem.start].count(b"\n") + 1
        return NoProgram("encoding", "", "not UTF-8", source.decode("utf-8", "replace"), line)
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if _BLANK.match(text):
        return NoProgram("empty", "", "", text)
    if "\0" in text:
        return NoProgram("encoding", "", "a zero byte", text, text[: text.index("\0")].count("\n") + 1)
    found = module_of(sandbox, text)
    return found if isinstance(found, NoProgram) else _program(found, text, hooks)


def _program(module: Module, text: str, hooks: Hooks) -> Program:
    sites, readings = _counted(module.boxes, hooks, text.split("\n"))
    return Program(
        text=text,
        hooks=hooks,
        code=text,
        sites=sites,
        counters=tuple(True for _ in module.boxes),
        readings=readings,
        functions=tuple(_functions(module)),
        classes=(),
        depth=0,
        constants=tuple(one for one in literals(text) if not isinstance(one, float)),
    )


def _functions(module: Module) -> list[Function]:
    lines: dict[str, int] = {}
    for box in module.boxes:
        if box.kind == "TopLevel":
            lines.setdefault(box.name, box.line)
    found: list[Function] = []
    for name, scheme in module.interface.functions.items():
        number = len(unfold(scheme.body)[0])
        names = tuple(f"x{place + 1}" for place in range(number))
        # Whether it can be called is a question of types, and not of how many parameters there are.
        found.append(Function(name, lines.get(name, 1), names, 0, True, (), False, False))
    return sorted(found, key=lambda one: one.line)


def _always(box: Box, lines: Sequence[str]) -> bool:
    """Whether it is the side of `otherwise` that cannot come up."""
    line = lines[box.line - 1] if box.line <= len(lines) else ""
    return box.kind == "GuardFalse" and line[box.column : box.end_column] in ("otherwise", "True")


def _counted(
    boxes: tuple[Box, ...], hooks: Hooks, lines: Sequence[str]
) -> tuple[tuple[Site, ...], tuple[Reading, ...]]:
    """Sites of the kinds that are asked for, and how ticks are read as counts of them."""
    sites: list[Site] = []
    readings: list[Reading] = []

    def add(kind: str, box: Box, *roles: tuple[str, int], part: str = "") -> None:
        readings.extend(Reading(len(sites), role, number) for role, number in roles)
        sites.append(Site(kind, box.line, box.column, box.end_line, box.end_column, part))

    whole = {_span(box): number for number, box in enumerate(boxes) if box.kind in ("Exp", "Alt")}
    always = {_span(box) for box in boxes if _always(box, lines)}
    twice = {_span(box) for box in boxes if box.kind.endswith(("True", "False"))} - always
    for number, box in enumerate(boxes):
        if hooks.branches:
            kind = _BRANCHES.get(box.kind) or ("then" if box.kind.endswith("True") else "else")
            if box.kind != "Exp" and not _always(box, lines):
                add(kind, box, ("reached", number), part="otherwise" if _span(box) in always else _part(box))
        if hooks.expressions and box.kind.endswith("True") and _span(box) not in always:
            reached = whole.get(_span(box), number)
            roles = (("reached", reached), ("true", number), ("false", number + 1))
            add("condition", box, *roles, part=_part(box))
        elif hooks.expressions and box.kind in ("Exp", "Alt") and _span(box) not in twice:
            add("expression", box, ("reached", number))
    return tuple(sites), tuple(readings)


_PARTS = {"Guard": "guard", "Cond": "condition", "Qual": "qualifier", "Local": "local"}
_BRANCHES = {"Alt": "case", "TopLevel": "function", "Local": "function", "Exp": "expression"}


def _part(box: Box) -> str:
    return _PARTS.get(box.kind.removesuffix("True").removesuffix("False"), "")


def _span(box: Box) -> tuple[int, int, int, int]:
    return box.line, box.column, box.end_line, box.end_column


@dataclass(frozen=True, slots=True)
class Driven:
    """A program that asks one function, and the names of the fields of constructors."""

    executable: bytes
    names: dict[str, tuple[str, ...]]


def _asked(text: str) -> Type | None:
    """The type that a remark of Viva's own at the end of the text names."""
    last = text.rstrip().rpartition("\n")[2]
    if not last.startswith(ASKED):
        return None
    try:
        return read_plain(last.removeprefix(ASKED)).body
    except NoType:
        return None


def driver_of(sandbox: Sandbox, text: str, function: str) -> Driven | NoProgram:
    """What asks the function. Raises KeyError where there is none of that name, and NoType where it cannot be asked."""
    return _linked(sandbox, text, function, lambda module: write_driver(module.interface, function, _asked(text)).text)


def generator_of(sandbox: Sandbox, text: str, body: Type) -> Driven | NoProgram:
    """What makes values of a type by its instance of `Arbitrary`. Raises NoType where they cannot be told."""
    return _linked(sandbox, text, f"arbitrary {body}", lambda module: write_generator(module.interface, body))


def program_of(sandbox: Sandbox, text: str, steps: int) -> Driven | NoProgram:
    """What runs `main`, and tells what it ticked. Raises KeyError where there is no `main`."""

    def start(module: Module) -> str:
        if _MAIN not in module.interface.functions:
            raise KeyError(_MAIN)
        return write_start(steps)

    return _linked(sandbox, text, f"{_MAIN} {steps}", start)


def _linked(sandbox: Sandbox, text: str, name: str, write: Callable[[Module], str]) -> Driven | NoProgram:
    key = key_of(text), name
    if key not in _drivers:
        module = module_of(sandbox, text)
        if isinstance(module, NoProgram):
            return module
        done = compiler.link(sandbox, module.compiled, module.interface.packages, write(module))
        while len(_drivers) >= _KEPT:
            del _drivers[next(iter(_drivers))]
        if isinstance(done, compiler.Failed):
            said = done.messages[0].text if done.messages else str(done.ending)
            _drivers[key] = NoProgram("compiler_limit", "GHC", said, text)
        else:
            fields = [one for data in module.interface.types.values() for one in data.constructors or ()]
            _drivers[key] = Driven(done, {one.name: one.names for one in fields if one.names})
    _drivers[key] = _drivers.pop(key)
    return _drivers[key]
