"""What a module keeps from one call to the next: see `purity` for how to use this and what it is good for.

Nothing of the module is called in order to look at it: what builtin classes hold is read with their own methods, as
`values` does it.
"""

import contextlib
import re
import types
from collections import deque, namedtuple
from collections.abc import Callable
from typing import Any

from ...values import atom_of, class_name, content_of, is_a

_MOST = 20_000  # objects that are looked at; a module that holds more is said to keep something
_HARMLESS = (
    types.ModuleType, types.GenericAlias, types.UnionType, types.MemberDescriptorType, types.GetSetDescriptorType,
    types.MethodDescriptorType, types.WrapperDescriptorType, types.ClassMethodDescriptorType, types.CodeType,
    type(...), type(NotImplemented), re.Pattern, type(vars(namedtuple("Named", "field"))["field"]),
)  # fmt: skip
"""What nobody can look into, and nobody can change."""

_GIVEN = frozenset({"__builtins__", "__name__", "__file__", "__doc__", "__loader__", "__spec__", "__package__"})


class _Hidden(Exception):
    """Something that may change and that nobody can look into: an iterator, a cache."""


State = dict[str, list[Any] | None]


class Keeping:
    """The state of a module after loading, to be compared with later ones. `own` are the names of its modules: classes
    from elsewhere are not looked into. (`types` is where `make_dataclass` says that its classes are from.)"""

    def __init__(self, namespace: dict[str, Any], own: tuple[str, ...] = ("submission", "__main__", "types")) -> None:
        self._namespace = namespace
        self._own = own
        self._alive: list[object] = []  # what the first state speaks of, so that an id stays the id of one object
        self._first = self._state(self._alive)

    def changed(self) -> list[str]:
        """The names at the top of the module whose values are others now, or lead to what nobody can look into."""
        now = self._state([])
        return sorted(
            name for name in now.keys() | self._first.keys() if now.get(name) is None or now[name] != self._first[name]
        )

    def words(self, more: object) -> int:
        """How much there is in a value, and in all names of the module that are not as they were after loading. A
        number of up to 64 bits counts one, a text one for each eight characters, and what holds others one more than
        they do; what nobody can look into counts one. No more than `_MOST` are counted."""
        todo = [more, *(self._namespace[name] for name in self.changed() if name in self._namespace)]
        alive: dict[int, object] = {}
        found = 0
        while todo and found < _MOST:
            item = todo.pop()
            atom = atom_of(item)
            if atom is not None:
                found += _weight(atom)
            elif id(item) not in alive:
                alive[id(item)] = item
                found += 1
                with contextlib.suppress(_Hidden):
                    todo += _inside(item, self._own)[1]
        return min(found, _MOST)

    def _state(self, alive: list[object]) -> State:
        """For each name all that it leads to, as a list of plain parts; None where that cannot be said."""
        found: State = {}
        room = _MOST
        for name, value in list(self._namespace.items()):
            if name not in _GIVEN:
                try:
                    parts = _parts(value, self._own, room, alive)
                    found[name] = parts
                    room -= len(parts)
                except _Hidden:
                    found[name] = None
        return found


def _parts(value: object, own: tuple[str, ...], room: int, alive: list[object]) -> list[Any]:
    found: list[Any] = []
    numbers: dict[int, int] = {}
    todo: deque[object] = deque([value])
    while todo:
        item = todo.popleft()
        if len(found) >= room:
            raise _Hidden
        atom = atom_of(item)
        if atom is not None:
            found.append(atom)
        elif id(item) in numbers:
            found.append(numbers[id(item)])
        else:
            numbers[id(item)] = len(numbers)
            alive.append(item)
            label, inside = _inside(item, own)
            found.append((label, len(inside)))
            todo += inside
    return found


def _weight(atom: tuple[object, ...]) -> int:
    match atom:
        case ("int", int(number)):
            return 1 + number.bit_length() // 65
        case ("str", str(text)):
            return max(1, -(-len(text) // 8))
        case ("bytes", str(digits)):
            return max(1, -(-len(digits) // 16))
    return 1


def _inside(item: Any, own: tuple[str, ...]) -> tuple[object, list[object]]:
    """What stands for the object itself, and what it leads to. The id stands for what cannot be changed."""
    kind = type(item)
    reader = _READERS.get(id(kind))
    if reader is not None:
        return class_name(kind), reader(item)
    if is_a(kind, type):
        members = _TYPE_DICT.__get__(item)
        kept = [name for name in members if _is_kept(name, members[name])] if members.get("__module__") in own else []
        return id(item), [part for name in kept for part in (name, members[name])]
    if is_a(kind, *_HARMLESS) or _TYPE_DICT.__get__(kind).get("__module__") == "typing":
        return id(item), []
    content = content_of(item)
    if content is None:
        raise _Hidden
    return class_name(kind), content


def _is_kept(name: object, member: object) -> bool:
    """What Python itself or a decorator of a pure module writes into a class stays as it was; the rest is looked at."""
    if type(name) is not str:
        return True
    private = name == "_abc_impl" or (name.startswith("_") and name.endswith("_"))
    return not private or type(member) is types.FunctionType


def _function(item: types.FunctionType) -> list[object]:
    cells = [cell.cell_contents for cell in item.__closure__ or () if _is_filled(cell)]
    return [item.__code__, item.__defaults__, item.__kwdefaults__, *cells, dict(item.__dict__)]


def _is_filled(cell: types.CellType) -> bool:
    try:
        cell.cell_contents  # noqa: B018 to see whether there is something
    except ValueError:
        return False
    return True


def _builtin(item: types.BuiltinFunctionType) -> list[object]:
    """`stack.append` leads to the stack."""
    owner: Any = item.__self__
    return [item.__name__, None if owner is None or is_a(type(owner), types.ModuleType, type) else owner]


_TYPE_DICT = vars(type)["__dict__"]
_READERS: dict[int, Callable[[Any], list[object]]] = {
    id(types.FunctionType): _function,
    id(types.MethodType): lambda item: [item.__func__, item.__self__],
    id(types.BuiltinFunctionType): _builtin,
    id(staticmethod): lambda item: [item.__func__],
    id(classmethod): lambda item: [item.__func__],
    id(property): lambda item: [item.fget, item.fset, item.fdel],
}
"""Keyed by id, because a metaclass may define how its classes are hashed and compared."""
