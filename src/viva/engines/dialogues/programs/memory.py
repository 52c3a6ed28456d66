"""What a program must remember of its inputs: running totals where they are enough, lists where they are not.

A list is not needed where a specification asks of a variable's values only for their number, sum or product, or how
many of them there are of a kind: then each of these is kept up to date as values come in.
"""

from __future__ import annotations

import builtins
import keyword
from collections.abc import Iterable, Iterator, Mapping

from viva.core.records import dataclass
from viva.engines.dialogues import model as m
from viva.engines.dialogues.evaluation import element_type

_FOLDS = {
    "len": "count",
    "sum": "total",
    "product": "product",
    "count_ge": "at_least",
    "count_gt": "above",
    "count": "count",
}
_CONSTANTS = (m.Integer, m.DecimalNumber, m.Text, m.Truth)


def choose_alternative(write: m.Write) -> m.Alternative:
    """The alternative that a model answer writes: with the fewest free parts, and none that must be searched for."""
    return min(
        write.alternatives,
        key=lambda items: [sum(isinstance(item, kind) for item in items) for kind in (m.Some, m.AnyText)],
    )


def computed_terms(spec: m.Spec) -> Iterator[m.Term]:
    """The terms that a model answer computes. It leaves out what may be left out."""
    for part in m.parts(spec):
        match part:
            case m.Branch(condition=condition):
                yield condition
            case m.Repeat(count):
                yield count
            case m.Write(optional=False):
                yield from m.item_terms(choose_alternative(part))


@dataclass(frozen=True, slots=True)
class Memory:
    """Python names: of current values, of lists, of lists of several variables, and of totals by the term they are.
    `texts` are the variables that hold texts."""

    current: Mapping[str, str]
    lists: Mapping[str, str]
    merged: Mapping[tuple[str, ...], str]
    totals: Mapping[m.Term, str]
    texts: frozenset[str] = frozenset()

    def totals_of(self, variable: str) -> list[m.Call]:
        return [total for total in self.totals if isinstance(total, m.Call) and total.arguments[0] == m.All(variable)]

    def lists_of(self, variable: str) -> list[str]:
        own = [self.lists[variable]] if variable in self.lists else []
        return [*own, *(name for variables, name in self.merged.items() if variable in variables)]


def memory(spec: m.Spec, taken: Iterable[str]) -> Memory:
    uses = [part for term in computed_terms(spec) for part in m.subterms(term)]
    reads = [part for part in m.parts(spec) if isinstance(part, m.Read)]
    tested = {read.variable for read in reads if read.mode != m.Mode.ASSUME}
    excluded = {variable for read in reads if read.mode != m.Mode.ASSUME for variable in read.excluded}
    variables = list(dict.fromkeys(read.variable for read in reads))
    totals: dict[m.Term, None] = {}
    listed: list[str] = []
    for variable in variables:
        asked = [part for part in uses if isinstance(part, m.Call) and _is_total(part, variable)]
        plain = sum(isinstance(part, m.All) and part.variable == variable for part in uses)
        if variable in excluded or plain > len(asked):
            listed.append(variable)
        else:
            totals |= dict.fromkeys(asked)
    several = dict.fromkeys(part.variables for part in uses if isinstance(part, m.Merged))
    kept_twice = {
        variable
        for variable in variables
        if sum(_is_of(total, variable) for total in totals)
        + listed.count(variable)
        + sum(variable in group for group in several)
        > 1
    }
    counted = {variable for variable in variables for total in totals if _is_of(total, variable, constants=1)}
    needed = {part.variable for part in uses if isinstance(part, m.Current)} | tested | kept_twice | counted
    names = _Names({*taken, *keyword.kwlist, *dir(builtins), "math", "main", "value", "line", "length", "_"})
    current = {variable: names.free(variable) for variable in variables if variable in needed}
    lists = {variable: names.free(_plural(variable)) for variable in listed}
    merged = {group: names.free("_and_".join(map(_plural, group))) for group in several}
    texts = frozenset(read.variable for read in reads if element_type(read.values) == m.Type.TEXT)
    return Memory(current, lists, merged, names.of_totals(totals), texts)


def _is_of(total: m.Term, variable: str, constants: int = 0) -> bool:
    return isinstance(total, m.Call) and total.arguments[0] == m.All(variable) and len(total.arguments) > constants


def _is_total(call: m.Call, variable: str) -> bool:
    listed, *others = call.arguments
    return (
        call.function in _FOLDS and listed == m.All(variable) and all(isinstance(other, _CONSTANTS) for other in others)
    )


def _plural(variable: str) -> str:
    return f"{variable}s" if len(variable) == 1 else f"all_{variable}"


class _Names:
    def __init__(self, taken: set[str]) -> None:
        self.taken = taken

    def free(self, name: str) -> str:
        while name in self.taken or not name.isidentifier():
            name += "_"
        self.taken.add(name)
        return name

    def of_totals(self, totals: Iterable[m.Term]) -> dict[m.Term, str]:
        """The variable is part of a name only where two totals would else have the same."""
        wished = {total: _wished(total) for total in totals if isinstance(total, m.Call)}
        found: dict[m.Term, str] = {}
        for total, name in wished.items():
            variable = total.arguments[0]
            shared = sum(other == name for other in wished.values()) > 1 and isinstance(variable, m.All)
            found[total] = self.free(f"{name}_{variable.variable}" if shared and isinstance(variable, m.All) else name)
        return found


def _wished(total: m.Call) -> str:
    name = _FOLDS[total.function]
    match total.arguments[1:]:
        case (m.Integer(number),):
            return f"{name}_{'minus_' if number < 0 else ''}{abs(number)}"
        case (m.Text(text),) if text.isidentifier():
            return f"{name}_{text}"
        case (_,):
            return f"{name}_such"
        case _:
            return name


def with_counting_loops(spec: m.Spec) -> m.Spec:
    """The specification with loops that end after so many values written as loops that count.

    A loop is one if it is in no other, reads its variable once a round, and nothing else reads it: then the number of
    values is the number of rounds.
    """
    return _counting(spec, spec)


def _counting(spec: m.Spec, whole: m.Spec) -> m.Spec:
    match spec:
        case m.Seq(steps):
            return m.sequence(*(_counting(step, whole) for step in steps))
        case m.Branch(left, condition, right, place):
            return m.Branch(_counting(left, whole), condition, _counting(right, whole), place)
        case m.Loop(m.Branch(body, condition, m.Exit())):
            bound = _rounds(body, condition, whole)
            return m.Repeat(bound, body, spec.place) if bound else spec
        case _:
            return spec


def _rounds(body: m.Spec, condition: m.Term, whole: m.Spec) -> m.Term | None:
    match condition:
        case m.Operation("=" | ">=", m.Call("len", (m.All(variable),)), bound):
            pass
        case m.Operation("=" | "<=", bound, m.Call("len", (m.All(variable),))):
            pass
        case _:
            return None
    reads = [part for part in m.parts(whole) if isinstance(part, m.Read)]
    changing = {part.variable for part in m.parts(body) if isinstance(part, m.Read)}
    once = [read for read in reads if read.variable == variable]
    types = {read.variable: element_type(read.values) for read in reads}
    if (
        len(once) != 1
        or once[0] not in m.steps_of(body)
        or not all(_is_whole(part, types) for part in m.subterms(bound))
    ):
        return None
    mentioned = {part.variable for part in m.subterms(bound) if isinstance(part, m.Current | m.All)}
    return None if mentioned & changing else bound


def _is_whole(term: m.Term, types: Mapping[str, m.Type]) -> bool:
    match term:
        case m.Current(variable) | m.All(variable):
            return types.get(variable) == m.Type.NUMBER
        case m.Operation(operator):
            return operator in ("+", "-", "*")
        case m.Call():
            return True
        case _:
            return isinstance(term, m.Integer)
