"""One test: the arguments are built, the property is called, and what comes out is read. Start here for the exceptions.

The story of exceptions: whatever the property raises, also SystemExit, is a counterexample; only the keyboard is not.
What raises while an argument is built is one too, unless a class thereby refuses its fields, which discards the test
(`arguments/building.py`). What is no property at all is `Unusable`, and a mistake of Viva's own `Broken`: neither is a
verdict.
"""

from __future__ import annotations

import dis
import traceback
from collections.abc import Callable, Iterator, Sequence
from types import CodeType

from viva.core.fault import Fault
from viva.core.records import dataclass
from viva.engines.enumeration import Product, Space
from viva.engines.enumeration.space import Code, Value
from viva.engines.enumeration.spaces.classes import underlying
from viva.engines.enumeration.spaces.functions import Undefined
from viva.engines.properties.arguments.building import VIVA, Broken, Refused, blame, built, exception_text, is_from_viva
from viva.engines.properties.logic import FAILURE, SUCCESS, Limits, Outcome, Tried, Unusable, results


@dataclass(frozen=True, slots=True)
class Trial:
    """What is tested. `silent`: it says what is wrong by raising, so that to return nothing means that all is well."""

    function: Callable[..., object]
    space: Product
    names: Sequence[str]
    limits: Limits
    silent: bool

    def once(self, code: Code) -> list[Tried] | Refused:
        """The results for one code, on fresh values."""
        try:
            values = built(self.space, code)
        except (Undefined, Broken):
            raise
        except (Exception, SystemExit) as error:  # noqa: BLE001 - the story is told at the top
            return [_raised(error, built=False)]
        return values if isinstance(values, Refused) else self.on(values)

    def on(self, values: Sequence[Value]) -> list[Tried]:
        """The results for these values."""
        try:
            answer = self.function(*values)
        except (Exception, SystemExit) as error:  # noqa: BLE001 - the story is told at the top
            return self.raised(error)
        return self.read(answer)

    def read(self, answer: object) -> list[Tried]:
        """What the property returned."""
        if answer is True or (answer is None and self.silent):
            return [SUCCESS]
        if answer is False:
            return [FAILURE]
        try:
            return list(results(answer, self.limits))
        except (Exception, SystemExit) as error:  # noqa: BLE001 - the story is told at the top
            return self.raised(error)

    def raised(self, error: BaseException) -> list[Tried]:
        """What the property raised, as a result, if it is one."""
        if isinstance(error, RuntimeError) and isinstance(error.__cause__, StopIteration):
            error = error.__cause__  # it came through a generator of ours
        if isinstance(error, Unusable | Undefined | Broken):
            raise error
        if isinstance(error, Fault) and is_from_viva(error):
            raise Unusable(error.problem, remedy=error.remedy) from None
        blame(error)
        return [_raised(error)]

    def failure(self, code: Code) -> Tried | None:
        """The counterexample among the results for a code, if there is one."""
        return counterexample_in(self.once(code))

    def sources(self, code: Code) -> dict[str, str]:
        """The arguments by name, as source that rebuilds them."""
        return {name: part.source(c) for name, part, c in self._parts(code)}

    def shown(self, code: Code) -> str:
        return ", ".join(f"{name} = {part.source(c)}" for name, part, c in self._parts(code)) or "none"

    def _parts(self, code: Code) -> Iterator[tuple[str, Space, Code]]:
        return zip(self.names, self.space.parts, code, strict=True)


def counterexample_in(tried: list[Tried] | Refused) -> Tried | None:
    if isinstance(tried, Refused):
        return None
    return next((each for each in tried if each.outcome is Outcome.CE), None)


def _raised(error: BaseException, built: bool = True) -> Tried:
    """An exception as a result, with the place where the tested code raised it."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if not frame.filename.startswith(VIVA)]
    place = f" (line {frames[-1].lineno} of {frames[-1].filename.rpartition('/')[2]})" if frames else ""
    when = "" if built else " while the arguments were built"
    if isinstance(error, SystemExit):
        note = f"raised SystemExit{when}: the program was ended with {error.code!r}{place}"
    else:
        note = f"raised {exception_text(error)}{when}{place}"
    return Tried(Outcome.CE, note=note, unbuilt=not built)


def is_silent(function: Callable[..., object]) -> bool:
    """Whether a function says what is wrong by raising: it has an assertion, or says that it returns None.

    Another one that returns nothing has most likely forgotten its `return`.
    """
    inner = underlying(function)
    code = getattr(inner, "__code__", None)
    told = getattr(inner, "__annotations__", {}).get("return", "")
    return isinstance(code, CodeType) and (told in (None, "None") or _asserts(code))


def _asserts(code: CodeType) -> bool:
    if any(name.lower().startswith("assert") for name in code.co_names):
        return True
    raising = {"LOAD_ASSERTION_ERROR", "RAISE_VARARGS"}
    return any(
        step.opname in raising or (step.opname == "LOAD_COMMON_CONSTANT" and step.argval is AssertionError)
        for step in dis.get_instructions(code)
    )
