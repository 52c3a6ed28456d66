"""A teacher's own condition on structures that are known in part: what it refuses is not followed.

The condition is asked on shadows: objects that have the fields of the input as they were when they were first read,
whatever the run has written since. While a path runs, what is not known yet says nothing, so that only what is false
whatever the rest may be is left out. When the path is over, what the condition still asks for is decided, until it is
true: that is a legal structure that begins so. Where none is found, there is nothing to be tried on this path.
"""

import itertools
from collections.abc import Callable, Iterator
from typing import Any

from .lazy_fields import NULL, Paths, Unknown
from .opaque_keys import Key, Unsupported

_MORE_NODES = 6
_RUNS = 120
_RUNS_FOR_A_PLAN = 24


class Guard:
    """`condition` takes the object and the arguments of a call, or only the object; `given` are those of this path, as
    `["object", number]` or `["key", number]`."""

    def __init__(self, paths: Paths, condition: Callable[..., object]) -> None:
        self.paths = paths
        self.condition = condition
        self.given: list[list[Any]] = []
        self.shadows: dict[int, Any] = {}
        self.numbers: dict[int, int] = {}
        self.ended = 0  # objects with which the run ended: what is made later was made to complete it
        self.filling = True
        self.plan: frozenset[int] = frozenset()
        self.links = self.most_links = self.free = 0  # links that were asked for, and how many had a choice

    def refuses(self) -> bool:
        """Whether it is false, whatever is not known."""
        self.paths.looking = True
        try:
            return not self.asked()
        except (Unknown, Unsupported, Exception):  # noqa: BLE001 what it raises on a part says nothing about the whole
            return False
        finally:
            self.paths.looking = False

    def asked(self) -> bool:
        self.shadows, self.numbers = {}, {}
        arguments = [
            self.shadow_of(number) if kind == "object" else Key(self.paths, number) for kind, number in self.given
        ]
        return bool(self.condition(*arguments))

    # Shadows

    def shadow_of(self, number: int) -> Any:
        """Of the object with this number; of one that only holds an argument, the argument."""
        paths = self.paths
        if paths.kinds[number] == 0 and paths.shape[0].get("holder"):
            return self.link(number, "value")
        if number not in self.shadows:
            shadow = object.__new__(paths.shape[paths.kinds[number]]["class"])
            self.shadows[number] = shadow
            self.numbers[id(shadow)] = number
        return self.shadows[number]

    def link(self, number: int, name: str) -> Any:
        paths = self.paths
        if name not in paths.before[number]:
            if paths.looking:
                raise Unknown
            paths.settle(paths.objects[number], name)
        value = paths.before[number][name]
        return None if value is None else self.shadow_of(paths.numbers[id(value)])

    def missing(self, shadow: Any, name: str) -> Any:
        """What a field of a shadow holds."""
        paths = self.paths
        number = self.numbers[id(shadow)]
        shape = paths.shape[paths.kinds[number]]
        if name == shape["key"]:
            value: Any = Key(paths, paths.key_of[number])
        elif name in shape["data"]:
            if paths.looking and name not in paths.data_of[number]:
                raise Unknown
            value = Key(paths, paths.datum(number, name))
        elif name in shape["back"]:
            above = paths.above[number]
            value = self.shadow_of(above[-1][0]) if above and paths.kinds[above[-1][0]] else None
        else:
            value = self.link(number, name)
        object.__setattr__(shadow, name, value)
        return value

    # Completions

    def chosen(self, number: int) -> Any:
        """What an unknown link leads to. The likeliest is a node in each place that the run left open and nothing below
        it, or (not `filling`) nothing anywhere; in places of the plan it is the other way round."""
        paths = self.paths
        place, self.links = self.links, self.links + 1
        if paths.nodes >= paths.most_nodes + _MORE_NODES:
            return NULL
        self.free += 1
        return "new" if (self.filling and number < self.ended) != (place in self.plan) else NULL

    def completions(self) -> tuple[list[dict[str, Any]], bool]:
        """Legal structures that begin as this path does: one with something in all places where it may be, and one with
        as little as may be. And whether it is certain that there is none."""
        found: list[dict[str, Any]] = []
        for filling in (True, False):
            self.filling = filling
            one, certain = self._first()
            if one is None and certain:
                return [], True
            if one is not None and one not in found:
                found.append(one)
        return found, False

    def _first(self) -> tuple[dict[str, Any] | None, bool]:
        """The first completion, by few places that are otherwise than the likeliest, and by all comparisons of keys for
        each choice of places. And whether it is certain that there is none."""
        paths = self.paths
        self.ended = len(paths.objects)
        decisions, position = paths.decisions, paths.position
        kept = _Kept(paths)
        paths.completing = True
        self.free = runs = 0
        certain = False
        try:
            for plan in self._plans():
                self.plan = plan
                paths.decisions = []
                for _ in range(_RUNS_FOR_A_PLAN):
                    kept.restore(paths)
                    paths.position = self.links = 0
                    runs += 1
                    if self._holds():
                        return paths.input(), False
                    if not paths.turned():
                        certain = certain or not self.free
                        break
                self.most_links = max(self.most_links, self.links)
                if certain or runs >= _RUNS:
                    break
            return None, certain
        finally:
            kept.restore(paths)
            paths.decisions, paths.position, paths.completing = decisions, position, False

    def _plans(self) -> Iterator[frozenset[int]]:
        """Places to be otherwise: none, each, each two; among those that the likeliest has."""
        self.most_links = 0
        yield frozenset()
        for size in (1, 2):
            yield from map(frozenset, itertools.combinations(range(self.most_links), size))

    def _holds(self) -> bool:
        try:
            return self.asked()
        except (Unsupported, Exception):  # noqa: BLE001 who raises does not say yes
            return False


class _Kept:
    """What is known where a run ended."""

    def __init__(self, paths: Paths) -> None:
        self.bounds = paths.bounds.copy()
        self.apart = set(paths.apart)
        self.variables, self.nodes, self.objects = paths.variables, paths.nodes, len(paths.objects)
        self.before = [dict(fields) for fields in paths.before]
        self.data_of = [dict(fields) for fields in paths.data_of]
        self.answered = dict(paths.answered)
        self.lengths = len(paths.constraints), len(paths.unequal), len(paths.terms)

    def restore(self, paths: Paths) -> None:
        paths.bounds, paths.apart = self.bounds.copy(), set(self.apart)
        paths.variables, paths.nodes = self.variables, self.nodes
        for made in paths.objects[self.objects :]:
            del paths.numbers[id(made)]
        for known in (paths.objects, paths.kinds, paths.above, paths.key_of):
            del known[self.objects :]
        paths.before = [dict(fields) for fields in self.before]
        paths.data_of = [dict(fields) for fields in self.data_of]
        paths.answered = dict(self.answered)
        for known, length in zip((paths.constraints, paths.unequal, paths.terms), self.lengths, strict=True):
            del known[length:]
