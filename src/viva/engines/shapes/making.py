"""Values of shapes. They are plain data of Python; an instance of a class is a `Record` until its class makes it.

`make_values` turns records into instances, `as_records` instances into records. Everything else here works on records,
because they can be compared, shown and changed without asking the class.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from viva.core.records import dataclass
from viva.engines.shapes.shape import Either, Fixed, Instance, Many, Named, Shape, Table, instances


@dataclass(frozen=True, slots=True)
class Record:
    """An instance: the name of its class, and the values that it is made with, by the names of the fields."""

    name: str
    fields: tuple[tuple[str, object], ...]

    def __hash__(self) -> int:
        """By what cannot be a list."""
        return hash((self.name, tuple(name for name, _ in self.fields)))


_KINDS = frozenset({bool, int, float, str, bytes, list, tuple, set, frozenset, dict})

Maker = Callable[[str, Sequence[object]], object]
"""Makes an instance of the class with this name from the values of its fields. Raises Refused."""


class Refused(ValueError):
    """A class does not let itself be made with these values: there is no such instance."""


class Hidden(ValueError):
    """An instance does not tell what it was made with."""


def make_values(value: object, make: Maker) -> object:
    """The value with instances in place of its records. Raises Refused."""
    if type(value) not in _KINDS and not isinstance(value, Record):
        return value  # it is made already
    match value:
        case Record(name, fields):
            return make(name, [make_values(item, make) for _, item in fields])
        case list():
            return [make_values(item, make) for item in value]
        case tuple():
            return tuple(make_values(item, make) for item in value)
        case set() | frozenset():
            return type(value)(_hashed(make_values(item, make)) for item in value)
        case dict():
            return {_hashed(make_values(key, make)): make_values(item, make) for key, item in value.items()}
    return value


def _hashed(value: object) -> object:
    try:
        hash(value)
    except TypeError:
        raise Refused(f"{type(value).__name__} cannot be in a set, nor be a key") from None
    return value


def as_records(shape: Shape, value: object) -> object:
    """The value with records in place of its instances. Raises Hidden."""
    return _recorded(shape, value, ())


def _recorded(shape: Shape, value: object, around: tuple[int, ...]) -> object:
    if not instances(shape):
        return value
    match shape, value:
        case Instance(), Record():
            return value
        case Instance(name), _ if type(value).__name__ == name and id(value) not in around:
            inside = (*around, id(value))
            fields = ((field, _recorded(part, _field(value, field), inside)) for field, part in shape.fields)
            return Record(name, tuple(fields))
        case Many(_, element), list() | tuple() | set() | frozenset():
            return type(value)(_recorded(element, item, around) for item in value)
        case Fixed(parts), tuple() if len(parts) == len(value):
            return tuple(_recorded(part, item, around) for part, item in zip(parts, value, strict=True))
        case Table(key, content), dict():
            return {_recorded(key, k, around): _recorded(content, v, around) for k, v in value.items()}
        case Named(fields), dict() if value.keys() == dict(fields).keys():
            return {field: _recorded(part, value[field], around) for field, part in fields}
        case Either(alternatives), _:
            return _first_recorded(alternatives, value, around)
    raise Hidden(f"{type(value).__name__} is not of the shape, or holds itself")


def _first_recorded(alternatives: Sequence[Shape], value: object, around: tuple[int, ...]) -> object:
    """By the first alternative with instances that fits; where none does, the value must have no instances."""
    for part in filter(instances, alternatives):
        try:
            return _recorded(part, value, around)
        except Hidden:
            continue
    if is_instance(value) or any(map(is_instance, inner_values(value))):
        raise Hidden(f"{type(value).__name__} is none of the alternatives")
    return value


def _field(value: object, field: str) -> object:
    """What the instance was made with, by the names under which classes usually keep it."""
    for name in (field, f"_{field}", f"_{type(value).__name__.lstrip('_')}__{field}"):
        if hasattr(value, name):
            return getattr(value, name)
    raise Hidden(f"{type(value).__name__} keeps no {field}")


def is_instance(value: object) -> bool:
    """Whether it is no plain data, but an instance of a class that somebody wrote, made or recorded."""
    return kind_of(value) == "other"


def inner_values(value: object) -> list[object]:
    """The values that a value is made of: elements, keys and values, fields."""
    match value:
        case list() | tuple() | set() | frozenset():
            return list(value)
        case dict():
            return [*value.keys(), *value.values()]
        case Record(fields=fields):
            return [item for _, item in fields]
        case None | bool() | int() | float() | str() | bytes():
            return []
    return list(attributes(value).values())


def attributes(value: object) -> dict[str, object]:
    """What an instance keeps, by name."""
    slots = [name for cls in type(value).__mro__ for name in cls.__dict__.get("__slots__", ())]
    kept = {name: getattr(value, name) for name in slots if hasattr(value, name)}
    return kept | (vars(value) if hasattr(value, "__dict__") else {})


def kind_of(value: object) -> str:
    """The name of a plain type or of a container, `none`, or `other`, also for what belongs to a subclass of these."""
    if value is None:
        return "none"
    return type(value).__name__ if type(value) in _KINDS else "other"
