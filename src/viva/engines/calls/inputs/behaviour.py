"""Classes of behaviour: inputs on which the reference takes the same branches, or that are said to be one case."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from functools import lru_cache
from hashlib import sha256
from types import CodeType

from viva.core.fault import Fault
from viva.core.records import dataclass
from viva.engines.calls.oracle import Case
from viva.engines.calls.question import Arguments, InputClass, Question
from viva.engines.shapes import size


@dataclass(frozen=True, slots=True)
class Behaviour:
    """`name` is the teacher's, where the teacher gave one; `path` tells the others apart."""

    name: str
    path: frozenset[int] | str
    weight: float = 1.0

    @property
    def mark(self) -> str:
        """A short text that is the same for the same class of the same exercise."""
        said = self.name or (self.path if isinstance(self.path, str) else ",".join(map(str, sorted(self.path))))
        return sha256(said.encode()).hexdigest()[:8]


def behaviour(question: Question, case: Case) -> Behaviour:
    for declared in question.classes:
        if _admits(declared, question, case):
            return Behaviour(declared.name, "", declared.weight)
    return Behaviour("", case.path if case.path else outline(case))


def kinds(question: Question, cases: Sequence[Case]) -> list[Behaviour]:
    """For each case its class of behaviour; where the reference has but one, how large the arguments are, roughly."""
    found = [behaviour(question, case) for case in cases]
    if len(set(found)) > 1 or any(kind.name for kind in found):
        return found
    return [Behaviour("", outline(case)) for case in cases]


def representatives(question: Question, cases: Sequence[Case], most: int) -> list[Arguments]:
    """The smallest input of each class of behaviour."""
    found: dict[object, Arguments] = {}
    for case in sorted(cases, key=lambda case: size(list(case.arguments))):
        found.setdefault(behaviour(question, case), case.arguments)
    return list(found.values())[:most]


def look_at_classes(question: Question, cases: Sequence[Case]) -> None:
    """Raises the fault of a class of the teacher's that no test can be in, because its condition fails for all."""
    for declared in question.classes:
        problems = [_problem(declared, question, case) for case in cases]
        if problems and all(problems):
            raise Fault(
                f"the condition of the class {declared.name!r} raises {problems[0]} for every test",
                file=declared.file,
                remedy=f"`when` is `{declared.when}`: write a condition that holds or does not for every input",
            )


def _problem(declared: InputClass, question: Question, case: Case) -> str | None:
    try:
        _holds(declared, question, case)
    except Exception as problem:  # noqa: BLE001 the condition is the teacher's
        return f"{type(problem).__name__}: {problem}"
    return None


def _holds(declared: InputClass, question: Question, case: Case) -> bool:
    # A copy, because a suite outlives a check, and the condition may change what it is given.
    names = dict(zip(question.names, copy.deepcopy(question.filled(case.arguments)), strict=True))
    return bool(eval(_compiled(declared.when), {}, names))


def _admits(declared: InputClass, question: Question, case: Case) -> bool:
    try:
        return _holds(declared, question, case)
    except Exception as problem:  # noqa: BLE001 the condition is the teacher's
        if isinstance(problem, NameError):
            raise Fault(
                f"the class {declared.name!r} speaks of something that is no parameter: {problem}",
                file=declared.file,
                remedy=f"the parameters are {', '.join(question.names)}",
            ) from None
        return False


@lru_cache(maxsize=1024)
def _compiled(when: str) -> CodeType:
    return compile(when, "when", "eval", dont_inherit=True)


def outline(case: Case) -> str:
    """How large the arguments are, roughly: all there is to go by where the reference cannot be looked into."""
    return " ".join(map(_rough, case.arguments))


def _rough(value: object) -> str:
    match value:
        case bool() | None:
            return str(value)
        case int() | float():
            return "negative" if value < 0 else "positive" if value > 0 else "zero"
        case str() | bytes() | list() | tuple() | set() | frozenset() | dict():
            return ("none", "one", "several")[min(len(value), 2)]
    return "thing"
