"""Whether both translations say what the programs really gave, for inputs that were run.

All that is proved is about the translations, and whoever translates wrongly proves something about another program. So
before `proved` is said, both are evaluated on inputs that were run: each must raise something where its program did,
and give the same value where it did not; the inputs must be among those of which the claim speaks, and the claim must
hold for them. One difference is a mistake of ours, and there is no proof (`Mistranslated`).

Nothing of the translation is used here, and no solver: what a term means is said by `terms.evaluate`, and what
functions of texts give by CPython. A function that has nothing but a name has no value: what needs it is not evaluated.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from viva.core.records import dataclass
from viva.engines.proofs.checking.claims import REFERENCE, SUBMISSION, Claim
from viva.engines.proofs.terms import INT, Sort, Term
from viva.engines.proofs.terms.evaluate import LONGEST, Endless, Evaluator, blank, pairs_to_exchange
from viva.engines.proofs.translation.translate import Translated
from viva.engines.proofs.translation.values import (
    TABLES,
    Bool,
    Char,
    Int,
    Maybe,
    Nothing,
    Number,
    OneOf,
    Ref,
    Row,
    Seq,
    State,
    Type,
    Value,
)
from viva.engines.shapes import Choice, Either, Plain, Shape, Table

STEPS, FEW = 6_000, 600
"""For one input, with both programs; one that needs more is left out, and counted. Fewer, once `PATIENCE` is over."""
PATIENCE = 30_000
"""Steps that come to nothing: those for inputs that are left out."""
ALL_STEPS = 1_500_000
"""For all inputs."""
_BROKEN = (AssertionError, LookupError, TypeError, ValueError, AttributeError, ArithmeticError)
_METHODS = frozenset({
    "capitalize", "casefold", "center", "count", "find", "isalnum", "isalpha", "isascii", "isdecimal", "isdigit",
    "isidentifier", "islower", "isnumeric", "isprintable", "isspace", "istitle", "isupper", "ljust", "lower", "lstrip",
    "removeprefix", "removesuffix", "replace", "rfind", "rjust", "rstrip", "split", "splitlines", "strip", "swapcase",
    "title", "upper", "zfill",
})  # fmt: skip

Answer = Callable[[object], bool] | None
"""Whether a value is the one that a program gave; None if it raised something."""


@dataclass(frozen=True, slots=True)
class Run:
    """An input that `requires` admits, and what both programs really made of it."""

    arguments: tuple[object, ...]
    reference: Answer
    submission: Answer


@dataclass(frozen=True, slots=True)
class Evaluated:
    """On how many inputs both translations gave what the programs did, and how many were left out: too many steps, or
    a function without a meaning."""

    inputs: int = 0
    left_out: int = 0

    def __add__(self, other: Evaluated) -> Evaluated:
        return Evaluated(self.inputs + other.inputs, self.left_out + other.left_out)


class Mistranslated(Exception):
    """A translation does not say what its program gave: a mistake of ours, and never one of the programs."""

    def __init__(self, what: str, arguments: Sequence[object], says: str) -> None:
        super().__init__(f"for {', '.join(map(_brief, arguments))} the translation of the {what} {says}")


def evaluate_on(
    claim: Claim, shapes: Sequence[Shape], runs: Iterable[Run], *, steps: int = STEPS, all_steps: int = ALL_STEPS
) -> Evaluated:
    """Raises `Mistranslated` at the first difference."""
    found, left, lost = Evaluated(), all_steps, 0
    for run in runs:
        begun = min(left, steps if lost < PATIENCE else FEW)
        meaning = _Meaning(begun)
        try:
            _compare(claim, run, _Point(meaning, _values_of(claim, shapes, run.arguments)))
            found += Evaluated(inputs=1)
        except (Endless, _Open, RecursionError):
            found += Evaluated(left_out=1)
            lost += begun - max(0, meaning.left)
        except _BROKEN as problem:
            says = f"has no value ({type(problem).__name__}: {problem})"
            raise Mistranslated("claim", run.arguments, says) from problem
        left -= begun - max(0, meaning.left)
    return found


def _compare(claim: Claim, run: Run, point: _Point) -> None:
    *admitted, _ = claim.known  # the last one says that the reference raises nothing
    for condition in admitted:
        if not point.value(condition):
            raise Mistranslated("precondition", run.arguments, "says no")
    _compare_program(REFERENCE, claim.reference, run.reference, run.arguments, point)
    if run.reference is None and claim.measures.equations:
        return  # where the reference raises something, nothing is said of the submission
    _compare_program(SUBMISSION, claim.submission, run.submission, run.arguments, point)
    if run.reference is not None and not point.value(claim.goal):
        raise Mistranslated("claim", run.arguments, "says that the two differ")


def _compare_program(
    which: str, translated: Translated, answer: Answer, arguments: Sequence[object], point: _Point
) -> None:
    if point.value(translated.error):
        if answer is not None:
            raise Mistranslated(which, arguments, "raises something, and the program does not")
        return
    if answer is None:
        raise Mistranslated(which, arguments, "raises nothing, and the program does")
    found = point.given(translated.value, translated.state)
    if not answer(found):
        raise Mistranslated(which, arguments, f"gives {_brief(found)}, and the program does not")


def _brief(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 80 else f"{text[:77]}..."


def _values_of(claim: Claim, shapes: Sequence[Shape], arguments: Sequence[object]) -> dict[str, Any]:
    """The variables of the claim, in the order in which arguments have them."""
    flat: list[object] = []
    for shape, value in zip(shapes, arguments, strict=True):
        match shape:
            case Either(options) | Choice(options) if Plain("none") in options or None in options:
                flat += [value is None, None if value is None else _coded(value)]
            case Table():
                assert isinstance(value, dict)
                flat += [_coded(tuple(value)), _coded(tuple(value.values()))]
            case _:
                flat.append(_coded(value))
    names = zip(claim.inputs, flat, strict=True)
    return {each.data: blank(each.sort) if value is None else _of_sort(each.sort, value) for each, value in names}


def _of_sort(sort: Sort, value: Any) -> Any:
    """A truth value among numbers is one of them: what is computed from it is no truth value."""
    return int(value) if sort == INT else value


def _coded(value: object) -> Any:
    if isinstance(value, str):
        return tuple(map(ord, value))
    return tuple(map(_coded, value)) if isinstance(value, list | tuple | set | frozenset) else value


class _Point:
    """The values of terms, and of what programs give, for one input."""

    def __init__(self, meaning: Evaluator, values: dict[str, Any]) -> None:
        self.meaning, self.values = meaning, values
        self.done: dict[Term, Any] = {}

    def value(self, term: Term) -> Any:
        return self.meaning.value(term, self.values, self.done)

    def given(self, value: Value, state: State) -> object:
        """A value as Python has it."""
        match value:
            case Nothing():
                return None
            case Maybe(missing, inner):
                return None if self.value(missing) else self.given(inner, state)
            case Row(items):
                return tuple(self.given(item, state) for item in items)
            case OneOf(condition, one, other):
                return self.given(one if self.value(condition) else other, state)
            case Int(term) | Number(term):
                return _shown(self.value(term), "int")
            case Bool(term):
                return _shown(self.value(term), "bool")
            case Char(term):
                return _shown(self.value(term), "char")
            case Seq(kind, term, element):
                return _shown(self.value(term), "text" if kind == "text" else (kind, element))
            case Ref(number):
                cell = state.heap[number]
                parts = [self.value(term) for term in cell.terms]
                if cell.kind in TABLES:
                    kinds = zip(parts, cell.elements, strict=True)
                    keys, values = ([_shown(each, kind) for each in part] for part, kind in kinds)
                    pairs = list(zip(keys, values, strict=True))
                    return dict(pairs) if len(set(keys)) == len(keys) else pairs
                if cell.kind in ("list", "set"):
                    return _shown(parts[0], (cell.kind, *cell.elements))
        raise _Open(type(value).__name__)


def _shown(value: Any, kind: Type) -> Any:
    match kind:
        case "bool":
            return bool(value)
        case "char":
            return chr(value)
        case "text":
            return "".join(map(chr, value))
        case ("row", *parts):
            return tuple(_shown(each, part) for each, part in zip(value, parts, strict=True))  # type: ignore[arg-type]
        case ("list", element):
            return [_shown(each, element) for each in value]  # type: ignore[arg-type]
        case ("tuple", element):
            return tuple(_shown(each, element) for each in value)  # type: ignore[arg-type]
        case ("set", element):
            found = [_shown(each, element) for each in value]  # type: ignore[arg-type]
            return set(found) if len(set(found)) == len(found) else found
        case "int" | "?":
            return value
    raise _Open(repr(kind))


class _Open(Exception):
    """A function of which there is nothing but a name, or a value that is no result."""


class _Meaning(Evaluator):
    """Gives functions of which terms have only the name what CPython gives, and no other value than that."""

    def _operation(self, term: Term, args: list[Any]) -> Any:
        if term.op != "apply":
            return super()._operation(term, args)
        self.left -= sum(len(arg) for arg in args if isinstance(arg, tuple)) // 8
        try:
            return _applied(term.data, args)
        except (ValueError, OverflowError):  # outside of what it is for, as after an error: any value will do
            return blank(term.sort)


def _applied(name: str, args: list[Any]) -> Any:
    if name == "sorted":
        return tuple(sorted(args[0]))
    if name in ("inversions", "ascents"):
        return pairs_to_exchange(name, args[0])
    family, _, method = name.partition(".")
    match family, method.partition(" "):
        case "int", ("str", _, _):
            return _coded(str(args[0]))
        case "bool", ("str", _, _):
            return _coded(str(bool(args[0])))
        case "int", ("format", _, form):
            return _coded(format(args[0], form))
        case "char", (method, _, _) if method in _METHODS:
            return _coded(getattr(chr(args[0]), method)())
        case "text", ("join", _, form) if form in ("of char", "of text"):
            return _coded(_text(args[0]).join(map(chr if form == "of char" else _text, args[1])))
        case "text", ("format", _, form):
            return _coded(format(_text(args[0]), form))
        case "text", ("int", _, form):
            return _number(_text(args[0]), fails=form == "fails")
        case "text", ("<", _, _):
            return _text(args[0]) < _text(args[1])
        case "text", ("in", _, _):
            return _text(args[0]) in _text(args[1])
        case "text", (method, _, _) if method in _METHODS:
            return _coded(_called(method, [each if isinstance(each, int) else _text(each) for each in args]))
    raise _Open(name)


def _number(text: str, *, fails: bool) -> Any:
    try:
        found = int(text)
    except ValueError:
        return fails or 0
    return False if fails else found


def _called(method: str, args: list[Any]) -> Any:
    sizes = [abs(each) if isinstance(each, int) else len(each) for each in args]
    if max(sizes) > LONGEST or (method == "replace" and (sizes[0] + 1) * sizes[2] > LONGEST):
        raise Endless
    return getattr(str, method)(*args)


def _text(codes: Sequence[int]) -> str:
    return "".join(map(chr, codes))
