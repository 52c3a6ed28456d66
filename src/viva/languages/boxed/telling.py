"""Names that a process says which ran a submission. They are told to everyone, so nobody may put into them what only
the program has seen: a name has to be one of the language, or to stand in the source.
"""

import builtins
import re
from dataclasses import replace

from viva.core.json import Json
from viva.languages import wire
from viva.languages.problem import Problem
from viva.languages.program import Program

_OF_LIBRARIES = """
    JSONDecodeError StatisticsError InvalidOperation DivisionByZero Overflow FrozenInstanceError Empty Full
    CycleError TimeoutExpired CalledProcessError UnsupportedOperation TokenError CancelledError
    InvalidStateError Error error throw TypeError RangeError ReferenceError SyntaxError EvalError URIError
    AggregateError InternalError AssertionError DOMException SuppressedError
"""
_KNOWN = frozenset(_OF_LIBRARIES.split()) | {
    name for name, value in vars(builtins).items() if isinstance(value, type) and issubclass(value, BaseException)
}
_QUOTED = re.compile(r'"([^"]*)"')
_OTHER = "Error"


def tellable(problem: Problem | None, program: Program) -> Problem | None:
    """The problem, with the kind of exception as it may be told."""
    if problem is None or problem.kind in _KNOWN or not problem.kind or _stands_in(problem.kind, program):
        return problem
    return replace(problem, kind=_OTHER)


def read_lacked(said: dict[str, Json], program: Program) -> str:
    """What the program asked for in vain; of a name that it has put together it is not said which."""
    name = wire.text(said.get("lacked", ""))
    return _QUOTED.sub(lambda found: found[0] if found[1] in program.text else '"…"', name)


def _stands_in(name: str, program: Program) -> bool:
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", program.text) is not None
