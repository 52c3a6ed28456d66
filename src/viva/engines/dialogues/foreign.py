"""Python functions of the teacher as terms: total functions of which nothing is known but what they compute.

The file is the teacher's, so it is trusted and runs here, outside of the sandbox. A function says the types of its
arguments and of its result in annotations. Where it raises, or returns something else, the term has no value. What it
answered once for some arguments it answers again: a term is a function of what was read and of nothing else.
"""

from __future__ import annotations

import ast
import dis
import math
import sys
import traceback
import typing
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from types import CodeType, FrameType, FunctionType
from typing import Any

from viva.core.fault import Fault
from viva.engines.dialogues.evaluation import LISTS, Undefined
from viva.engines.dialogues.model import Call, Foreign, Listed, Opaque, Operation, Result, Spec, Term, Type, Value
from viva.engines.dialogues.variants.rewriting import rewrite_terms

_TYPES: Mapping[object, Type] = {int: Type.NUMBER, float: Type.DECIMAL, str: Type.TEXT, bool: Type.TRUTH}
_KNOWN = "int, float, str, bool, or a list of one of these"

_MOST_STEPS = 20_000_000
_AT_ONCE = 3_000
_LARGEST = 100_000
_LARGEST_FOR_FLOATS = 2**31
# Of each size one that is prime, one that is divided often by 2, and a negative one: what looks for divisors, or goes
# round until a number is 0, does not answer at once for all of them.
_LARGER = (
    (2**31 + 1, (1_000_003, 2**20, -1_000_003, 2**31 - 1, 2**31, -(2**31) - 1)),
    (2**63, (10**12 + 39, 2**63, -(2**63), 10**18 + 9)),
)
_DOUBTED = 16  # calls that are made twice, to see whether the same comes out

_PYTHON = {"prod": "product", "reversed": "reverse"}


def load(module: str, file: str) -> Mapping[str, Foreign]:
    """The functions that a file defines, those whose names begin with _ aside. Raises Fault."""
    names: dict[str, object] = {"__name__": "functions"}
    try:
        _counted(file, file, None, lambda: exec(compile(module, file, "exec"), names))
    except SyntaxError as problem:
        raise Fault(f"this is not Python: {problem.msg}", file, problem.lineno, problem.offset) from None
    except Fault:
        raise
    except (Exception, SystemExit) as problem:  # noqa: BLE001 (whatever the teacher's file raises is told to the teacher)
        lines = [frame.lineno for frame in traceback.extract_tb(problem.__traceback__) if frame.filename == file]
        told = f"{type(problem).__name__}: {problem}"
        raise Fault(f"this file could not be run: {told}", file, lines[-1] if lines else None) from None
    own = {
        name: value
        for name, value in names.items()
        if isinstance(value, FunctionType) and value.__code__.co_filename == file and not name.startswith("_")
    }
    return {name: _foreign(name, function, module, file) for name, function in own.items()}


def _foreign(name: str, function: FunctionType, module: str, file: str) -> Foreign:
    line = function.__code__.co_firstlineno
    code = function.__code__
    if code.co_flags & 0x0C or code.co_kwonlyargcount:
        raise Fault(f"{name} takes arguments that a term cannot give", file, line, remedy="name each argument")
    try:
        hints = typing.get_type_hints(function)
    except (NameError, TypeError, AttributeError) as problem:
        raise Fault(f"the annotations of {name} cannot be read: {problem}", file, line) from None
    types = []
    for argument in (*code.co_varnames[: code.co_argcount], "return"):
        kind = _type(hints.get(argument))
        if kind is None:
            what = "the result" if argument == "return" else f"the argument {argument}"
            example = f"as in def {name}(n: int) -> bool"
            raise Fault(
                f"{name} does not say the type of {what}", file, line, remedy=f"annotate it with {_KNOWN}, {example}"
            )
        types.append(kind)
    if len(types) == 1:
        raise Fault(f"{name} takes no argument, so it is a constant", file, line, remedy="write the constant instead")
    return Foreign(
        name, tuple(types), module, _total(name, function, types[-1], file), _largest(function, types, module)
    )


def _largest(function: FunctionType, types: Sequence[Type], module: str) -> int | None:
    """Up to which number a function answers at once: what it does with larger ones may take for ever. A right program
    that computes with floats is exact enough only for numbers that leave them some digits."""
    if {*types[:-1]} <= {Type.TEXT, Type.TRUTH, Type.TEXTS, Type.TRUTHS}:
        return None
    largest = _LARGEST
    for most, samples in _LARGER:
        for sample in samples:
            if not _is_quick(function, [_sample(kind, sample) for kind in types[:-1]]):
                return largest
        largest = most
    return _LARGEST_FOR_FLOATS if Type.DECIMAL in types or _computes_with_floats(module) else None


def _sample(kind: Type, number: int) -> object:
    match kind:
        case Type.NUMBER:
            return number
        case Type.DECIMAL:
            return float(number)
        case Type.TEXT:
            return "a"
        case Type.TRUTH:
            return True
        case Type.TEXTS:
            return ["a"]
        case Type.TRUTHS:
            return [True]
    return [number]


def _is_quick(function: FunctionType, arguments: Sequence[object]) -> bool:
    try:
        _counted("", "", None, lambda: function(*arguments), _AT_ONCE)
    except Fault:
        return False
    except (Exception, SystemExit):  # noqa: BLE001 (it has no value there, whatever it raises)
        return True
    return True


def _computes_with_floats(module: str) -> bool:
    return any(
        isinstance(node, ast.Div | ast.Import | ast.ImportFrom)
        or (isinstance(node, ast.Constant) and isinstance(node.value, float))
        or (isinstance(node, ast.Name) and node.id in ("float", "round"))
        for node in ast.walk(ast.parse(module))
    )


def _type(hint: object) -> Type | None:
    if typing.get_origin(hint) is list:
        element = _TYPES.get(typing.get_args(hint)[0])
        return LISTS[element] if element else None
    return _TYPES.get(hint) if isinstance(hint, type) else None


def _total(name: str, function: FunctionType, kind: Type, file: str) -> Callable[..., Result]:
    line = function.__code__.co_firstlineno
    doubted = _DOUBTED

    # The types of the arguments are fixed, so that the cache need not tell True from 1.
    @lru_cache(maxsize=10_000)
    def compute(*arguments: Result) -> Result:
        nonlocal doubted
        returned = once(*arguments)
        if doubted:
            doubted -= 1
            again = once(*arguments)
            if again != returned:
                raise Fault(
                    f"{name}{shown(arguments)} was {returned} and then {again}",
                    file,
                    line,
                    remedy="make its result depend on its arguments only, not on chance, time or earlier calls",
                )
        return returned

    def once(*arguments: Result) -> Result:
        try:
            result = _counted(f"{name}{shown(arguments)}", file, line, lambda: function(*map(_given, arguments)))
        except Fault:
            raise
        except (Exception, SystemExit) as problem:  # noqa: BLE001 (it has no value there, whatever it raises)
            raise Undefined(f"{name} raises {type(problem).__name__}: {problem}") from None
        returned = _returned(result, kind)
        if returned is None:
            raise Undefined(f"{name} returned {result!r}, which is not {kind.value}")
        return returned

    def shown(arguments: tuple[Result, ...]) -> str:
        return f"({', '.join(repr(_given(argument)) for argument in arguments)})"

    return compute


class _Endless(BaseException):
    """Nothing that the teacher's code expects, so that it does not catch it."""


@lru_cache(maxsize=1000)
def _loops_in_a_line(code: CodeType) -> bool:
    """Python does not tell of a line again that goes round in itself: there its instructions are counted."""
    lines: dict[int, int | None] = {}
    line: int | None = None
    for step in dis.get_instructions(code):
        line = step.starts_line or line
        lines[step.offset] = line
        if "JUMP" in step.opname and lines.get(step.argval) == line:
            return True
    return False


def _counted(what: str, file: str, line: int | None, run: Callable[[], object], most: int = _MOST_STEPS) -> object:
    """Steps are counted, not seconds: what is refused here is refused on every machine."""
    left = most

    def count(frame: FrameType, event: str, _argument: object) -> Any:
        nonlocal left
        if event == "call":
            frame.f_trace_opcodes = _loops_in_a_line(frame.f_code)
        elif event in ("line", "opcode"):
            left -= 1
            if left < 0:
                raise _Endless
        return count

    before = sys.gettrace()
    sys.settrace(count)
    try:
        return run()
    except _Endless:
        problem = f"{what} has not come to its end after {most:,} steps"
        raise Fault(problem, file, line, remedy="let its loops end, and sooner") from None
    finally:
        sys.settrace(before)


def _given(argument: Result) -> object:
    """Decimals as floats and lists as lists, as a program has them."""
    if isinstance(argument, tuple):
        return [_given(value) for value in argument]
    return float(argument) if isinstance(argument, Fraction) else argument


def _returned(result: object, kind: Type) -> Result | None:
    if kind in LISTS.values():
        element = next(single for single, several in LISTS.items() if several == kind)
        if not isinstance(result, list | tuple):
            return None
        values = tuple(_value(value, element) for value in result)
        return None if None in values else tuple(value for value in values if value is not None)
    return _value(result, kind)


def _value(result: object, kind: Type) -> Value | None:
    match kind, result:
        case (Type.TRUTH, bool()):
            return result
        case (Type.TEXT, str()):
            return result
        case (Type.NUMBER | Type.DECIMAL, bool()):
            return None
        case (Type.NUMBER, int()):
            return result
        case (Type.DECIMAL, int() | Fraction()):
            return Fraction(result)
        case (Type.DECIMAL, float()) if math.isfinite(result):
            return Fraction(result)
        case _:
            return None


def bind(spec: Spec, functions: Mapping[str, Foreign]) -> Spec:
    """The specification with the calls of these functions made to call them, and with those that Python has and terms
    have not made from what terms have. A function of the exercise comes before one of Python."""

    def bound(term: Term) -> Term:
        match term:
            case Call(name, arguments, place) if name in functions:
                return Opaque(functions[name], arguments, place)
            case Call("max" | "min" as name, (_, _, *_) as several, place):
                return Call(name, (Listed(several, place),), place)
            case Call("mean" | "average", (_,) as values, place):
                return Operation("/", Call("sum", values, place), Call("len", values, place), place)
            case Call(name, arguments, place) if name in _PYTHON:
                return Call(_PYTHON[name], arguments, place)
        return term

    return rewrite_terms(spec, bound)
