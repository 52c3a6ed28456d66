"""Classes of behaviour: inputs on which the reference takes the same branches, or that the teacher counts as one case.

The score is the share of classes that are right, by weight, so that one easy case is not half the points.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from types import CodeType

from viva.core.fault import Fault
from viva.core.source import MANIFEST
from viva.engines.shapes import size
from viva.subjects.functions.model import Arguments, InputClass, Task
from viva.subjects.functions.oracle import Case


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


def behaviour(task: Task, case: Case) -> Behaviour:
    for declared in task.classes:
        if _admits(declared, task, case):
            return Behaviour(declared.name, "", declared.weight)
    return Behaviour("", case.path if case.path else _outline(case))


def score(task: Task, cases: Sequence[Case], wrong: Iterable[Case], not_run: Iterable[Case]) -> float:
    """The weight of the classes of which every test was run and right, as a share of all."""
    bad = {behaviour(task, case) for case in (*wrong, *not_run)}
    found = {behaviour(task, case): None for case in cases}
    total = sum(kind.weight for kind in found)
    right = sum(kind.weight for kind in found if kind not in bad)
    return round(right / total, 4) if total else 0.0


def representatives(task: Task, cases: Sequence[Case], most: int) -> list[Arguments]:
    """The smallest input of each class of behaviour."""
    found: dict[object, Arguments] = {}
    for case in sorted(cases, key=lambda case: size(list(case.arguments))):
        found.setdefault(behaviour(task, case), case.arguments)
    return list(found.values())[:most]


def _admits(declared: InputClass, task: Task, case: Case) -> bool:
    names = dict(zip(task.names, case.arguments, strict=True))
    try:
        return bool(eval(_compiled(declared.when), {}, names))
    except Exception as problem:  # noqa: BLE001 the condition is the teacher's
        if isinstance(problem, NameError):
            raise Fault(
                f"the class {declared.name!r} speaks of something that is no parameter: {problem}", file=MANIFEST
            ) from None
        return False


@cache
def _compiled(when: str) -> CodeType:
    return compile(when, MANIFEST, "eval", dont_inherit=True)


def _outline(case: Case) -> str:
    """Where the reference cannot be looked into: how large the arguments are, roughly."""
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
