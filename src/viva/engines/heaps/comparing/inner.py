"""Where two structures that look alike differ: in data beside the keys, in links back, in where else they begin."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from viva.core.records import dataclass
from viva.engines.heaps.view import View
from viva.languages.heap import Reference, Slot


@dataclass(frozen=True, slots=True)
class Lead:
    """Where a link leads. `other`: to a node that only has the key of the right one."""

    key: Slot
    other: bool = False


@dataclass(frozen=True, slots=True)
class Inner:
    """A field that should be otherwise: of the cell `cell` with the key `key`, or of the container, where `cell` is
    None. A link has a `Lead`, or None where it leads nowhere; data are as they are."""

    cell: int | None
    key: Slot
    field: str
    is_link: bool
    expected: Lead | Slot
    actual: Lead | Slot


def inner_differences(wanted: View, got: View, fields: Collection[str]) -> list[Inner]:
    """Of two structures with the same keys and links forward; `cell` counts those of `got`. Empty where the fields say
    nothing, or where the structures do not look alike."""
    twins: dict[int, int] = {}
    todo = [(one, two) for (_, one), (_, two) in zip(wanted.entries[:1], got.entries[:1], strict=False)]
    while todo:
        one, two = todo.pop()
        if one is None or two is None:
            if one is not two:
                return []
        elif one not in twins:
            twins[one] = two
            if wanted.cells[one].key != got.cells[two].key:
                return []
            todo += zip(wanted.cells[one].links, got.cells[two].links, strict=True)
    return [*_outside(wanted, got, twins, fields), *_inside(wanted, got, twins, fields)]


def _outside(wanted: View, got: View, twins: dict[int, int], fields: Collection[str]) -> Iterator[Inner]:
    entered = dict(got.entries)
    for name, one in wanted.entries[1:]:
        two = entered.get(name)
        if name in fields and _twin(twins, one) != two:
            yield Inner(None, None, name, True, _lead(wanted, one), _lead(got, two, _key(wanted, one)))
    kept = dict(got.marks)
    for name, value in wanted.marks:
        if name in fields and name in kept and kept[name] != value:
            yield Inner(None, None, name, False, value, kept[name])


def _inside(wanted: View, got: View, twins: dict[int, int], fields: Collection[str]) -> Iterator[Inner]:
    for one, two in sorted(twins.items(), key=lambda pair: pair[1]):
        here, there = wanted.cells[one], got.cells[two]
        for name, back, found in zip(wanted.back_names, here.back, there.back, strict=False):
            if name in fields and _twin(twins, back) != found:
                lead = _lead(got, found, _key(wanted, back))
                yield Inner(two, there.key, name, True, _lead(wanted, back), lead)
        marks = dict(there.marks)
        for name, value in here.marks:
            plain = not isinstance(value, Reference) and not isinstance(marks.get(name), Reference)
            if name in fields and plain and name in marks and marks[name] != value:
                yield Inner(two, there.key, name, False, value, marks[name])


def _twin(twins: dict[int, int], cell: int | None) -> int | None:
    return None if cell is None else twins.get(cell, -1)


def _key(of: View, cell: int | None) -> Slot:
    return None if cell is None else of.cells[cell].key


def _lead(of: View, cell: int | None, wanted: Slot = None) -> Lead | None:
    return None if cell is None else Lead(of.cells[cell].key, wanted is not None and of.cells[cell].key == wanted)
