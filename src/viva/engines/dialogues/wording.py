"""How faults speak of a specification: in the notation of its file."""

from __future__ import annotations

from collections.abc import Callable

from viva.core.fault import Fault
from viva.core.records import dataclass
from viva.core.text.reading import Place
from viva.engines.dialogues.model import All, Current, Term

OWN_FUNCTION = 'what terms cannot say is a Python function in functions.py, named by python = "functions.py"'
_SHARED = "len, sum, product, max, min, mean, reverse, start, rest, count, count_ge, count_gt, abs, upper, lower, merge"
_SYMBOLS = f"{_SHARED}, sort, back, mod, div, in"
_BUILT = ", ".join(f"fn.{name}" for name in f"{_SHARED}, sort, back, isin".split(", ")) + ", and a % b, a // b"
_READABLE = f"{_SHARED}, sorted, and a % b, a // b, a ** 2, t in l, x.all[0], x.all[:-1], x.back(1)"


@dataclass(frozen=True, slots=True)
class Wording:
    """`exit`, `loop`, `read` and `condition` are how these are written; `functions` lists what terms can call."""

    file: str
    term: Callable[[Term], str]
    exit: str
    loop: str
    read: str
    condition: str
    functions: str

    def fault(self, problem: str, place: Place | None, remedy: str | None = None) -> Fault:
        return Fault(problem, self.file, place.line if place else None, place.column if place else None, remedy)

    def current(self, variable: str) -> str:
        return self.term(Current(variable))

    def all(self, variable: str) -> str:
        return self.term(All(variable))


def wording(file: str) -> Wording:
    """Only the notation that is spoken is loaded."""
    if file.endswith(".txt"):
        from viva.engines.dialogues.notations import expressions  # noqa: PLC0415

        return Wording(file, expressions.show_condition, "exit", "loop:", "read x: int", "x == 0", _READABLE)
    if file.endswith(".py"):
        from viva.engines.dialogues.notations import building  # noqa: PLC0415

        return Wording(file, building.show_term, "leave", "loop(…)", "read(x, INT)", "x == 0", _BUILT)
    from viva.engines.dialogues.notations import symbols as notation  # noqa: PLC0415

    return Wording(file, notation.show_term, "E", "( ... )->E", "[>x]^Z", "x_C = 0", _SYMBOLS)
