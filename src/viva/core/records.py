"""`dataclass`, made without compiling six functions for each class: a third of what it costs to start Viva was that.

The classes behave as those of the standard library do (`tests/core/test_records.py` holds every class of Viva to it):
equality, hash, representation, order of fields, slots, freezing, pickling, `replace`, `fields`, `match`. The code of
`__init__`, `__eq__` and `__hash__` is compiled once for each shape (how many fields, which of them have a factory), and
every further class of that shape gets it with its own names. What is not done here the standard library does.
"""

from __future__ import annotations

import dataclasses
import sys
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, FrozenInstanceError
from functools import cache
from itertools import chain
from reprlib import recursive_repr
from types import CellType, CodeType, FunctionType, MemberDescriptorType
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, get_origin

_FIELDS = "__dataclass_fields__"
_PARAMETERS = "__dataclass_params__"
_KNOWN = sys.version_info < (3, 13)  # from then on a class has one compilation, `__replace__`, and annotations late


class _Options(NamedTuple):
    frozen: bool = False
    slots: bool = False
    eq: bool = True
    weakref_slot: bool = False


def _dataclass(made: type | None = None, **options: bool) -> object:
    """As `dataclasses.dataclass`."""

    def decorate(made: type) -> type:
        if _KNOWN and options.keys() <= set(_Options._fields):
            asked = _Options(**options)
            if (fields := _fields_of(made, asked)) is not None:
                return _made(made, fields, asked)
        decorated: type = _standard(made, options)
        return decorated

    return decorate if made is None else decorate(made)


if TYPE_CHECKING:
    from dataclasses import dataclass
else:
    dataclass = _dataclass

__all__ = ["dataclass"]


def _standard(made: type, options: dict[str, bool]) -> Any:
    standard: Any = dataclasses.dataclass
    return standard(**options)(made)


def _fields_of(made: type, options: _Options) -> dict[str, Field[Any]] | None:
    """The fields, inherited ones first, or None where the standard library has to see to it: because something is asked
    for that is not done here, or because it is wrong and the standard library says what is."""
    own = made.__dict__
    if (options.frozen and ("__setattr__" in own or "__delattr__" in own)) or (options.slots and "__slots__" in own):
        return None
    if options.weakref_slot and not options.slots:
        return None
    fields: dict[str, Field[Any]] = {}
    for base in made.__mro__[-1:0:-1]:
        if inherited := base.__dict__.get(_FIELDS):
            if getattr(base, _PARAMETERS).frozen is not options.frozen:
                return None
            fields.update(inherited)
    names: Mapping[str, object] = own.get("__annotations__", {})
    for name, annotation in names.items():
        if (field := _field_of(own, name, annotation)) is None:
            return None
        if field is not _NO_FIELD:
            fields[name] = field
    if any(isinstance(value, Field) and name not in names for name, value in own.items()):
        return None
    return fields if _can_be_given(fields) else None


def _can_be_given(fields: Mapping[str, Field[Any]]) -> bool:
    """Whether all fields are plain ones, and those without a default come first."""
    with_default = False
    for field in fields.values():
        if field.kw_only or field.name == "self" or _place_of(field) is not _PLAIN:
            return False
        if field.init:
            is_given = field.default is not MISSING or field.default_factory is not MISSING
            if with_default and not is_given:
                return False
            with_default = is_given
    return True


def _field_of(own: Mapping[str, object], name: str, annotation: Any) -> Field[Any] | None:
    """None where the standard library has to look at it."""
    if isinstance(annotation, str):
        if annotation.startswith("ClassVar["):
            return _NO_FIELD
        if "ClassVar" in annotation or "InitVar" in annotation or "KW_ONLY" in annotation:
            return None
    elif annotation is ClassVar or get_origin(annotation) is ClassVar:
        return _NO_FIELD
    elif isinstance(annotation, dataclasses.InitVar) or annotation in {dataclasses.InitVar, dataclasses.KW_ONLY}:
        return None
    default = own.get(name, MISSING)
    if isinstance(default, MemberDescriptorType):
        return None
    field: Any = default if isinstance(default, Field) else dataclasses.field(default=default)
    if field.default.__class__.__hash__ is None:
        return None
    if field.kw_only is MISSING:
        field.kw_only = False
    field.name, field.type, field._field_type = name, annotation, _PLAIN
    told: Field[Any] = field
    return told


def _made(made: type, fields: dict[str, Field[Any]], options: _Options) -> type:
    own = made.__dict__
    members: dict[str, object] = {_FIELDS: fields, _PARAMETERS: _parameters(options)}
    asked: dict[str, Callable[[], object]] = {
        "__init__": lambda: _init(made, fields, options),
        "__repr__": lambda: _representation(tuple(field.name for field in fields.values() if field.repr)),
        "__match_args__": lambda: tuple(field.name for field in fields.values() if field.init),
    }
    if options.eq:
        compared = tuple(field.name for field in fields.values() if field.compare)
        asked["__eq__"] = lambda: _named(_equality(len(compared)), compared)
    members |= {name: make() for name, make in asked.items() if name not in own}
    has_hash = "__hash__" in own and not (own["__hash__"] is None and "__eq__" in own)
    if options.eq and not has_hash:
        hashed = tuple(f.name for f in fields.values() if (f.compare if f.hash is None else f.hash))
        members["__hash__"] = _named(_hash(len(hashed)), hashed) if options.frozen else None
    if options.frozen:
        members["__setattr__"], members["__delattr__"] = _frozen(frozenset(fields))
    for name, member in members.items():
        if isinstance(member, FunctionType):
            member.__name__, member.__qualname__ = name, f"{made.__qualname__}.{name}"
    if options.slots:
        return _slotted(made, fields, members, options)
    for name in fields.keys() & own.keys():
        if isinstance(own[name], Field):
            if fields[name].default is MISSING:
                delattr(made, name)
            else:
                setattr(made, name, fields[name].default)
    for name, member in members.items():
        setattr(made, name, member)
    return made


def _slotted(made: type, fields: dict[str, Field[Any]], members: dict[str, object], options: _Options) -> type:
    """A class has its slots from its birth, so it is born again."""
    inherited = set(chain.from_iterable(_slots_of(base) for base in made.__mro__[1:-1]))
    wanted = (*fields, "__weakref__") if options.weakref_slot else tuple(fields)
    born = {**made.__dict__, **members, "__slots__": tuple(name for name in wanted if name not in inherited)}
    for name in (*fields, "__dict__", "__weakref__"):
        born.pop(name, None)
    if options.frozen:
        born.setdefault("__getstate__", _state)
        born.setdefault("__setstate__", _set_state)
    again: type = type(made)(made.__name__, made.__bases__, born)
    again.__qualname__ = made.__qualname__
    return again


def _slots_of(base: type) -> tuple[str, ...]:
    slots = base.__dict__.get("__slots__", ())
    return (slots,) if isinstance(slots, str) else tuple(slots)


def _state(self: object) -> list[object]:
    return [getattr(self, name) for name in getattr(self, _FIELDS)]


def _set_state(self: object, state: list[object]) -> None:
    for name, value in zip(getattr(self, _FIELDS), state, strict=True):
        object.__setattr__(self, name, value)


def _frozen(names: frozenset[str]) -> tuple[Callable[..., None], Callable[..., None]]:
    """A class that inherits and is no dataclass itself may have attributes of its own, and change these."""

    def refuse_to_set(self: object, name: str, value: object) -> None:
        if name in names or _FIELDS in type(self).__dict__:
            raise FrozenInstanceError(f"cannot assign to field {name!r}")
        object.__setattr__(self, name, value)

    def refuse_to_delete(self: object, name: str) -> None:
        if name in names or _FIELDS in type(self).__dict__:
            raise FrozenInstanceError(f"cannot delete field {name!r}")
        object.__delattr__(self, name)

    return refuse_to_set, refuse_to_delete


def _representation(names: tuple[str, ...]) -> Callable[[Any], str]:
    @recursive_repr()
    def represent(self: object) -> str:
        parts = ", ".join(f"{name}={getattr(self, name)!r}" for name in names)
        return f"{type(self).__qualname__}({parts})"

    return represent


# ---- code by shape --------------------------------------------------------------------------------------------------


def _init(made: type, fields: dict[str, Field[Any]], options: _Options) -> FunctionType:
    """A letter tells what becomes of a field: it is given (g), given or made (m), made (f), set (s), left alone (-)."""
    kinds = ""
    held: list[object] = []
    for field in fields.values():
        is_made = field.default_factory is not MISSING
        is_set = options.slots and field.default is not MISSING
        kinds += ("m" if is_made else "g") if field.init else "f" if is_made else "s" if is_set else "-"
        if kinds[-1] in "mfs":
            held.append(field.default if kinds[-1] == "s" else field.default_factory)
    given = [field for field in fields.values() if field.init]
    defaults = tuple(
        _MADE if field.default is MISSING else field.default
        for field in given
        if field.default is not MISSING or field.default_factory is not MISSING
    )
    code = _renamed(
        _initializer(kinds, options.frozen, hasattr(made, "__post_init__")),
        tuple(fields),
        tuple(field.name for field in given),
    )
    cells = tuple(CellType(each) for each in held) or None
    function = FunctionType(code, _GLOBALS, "__init__", defaults or None, cells)
    function.__annotations__ = {**{field.name: field.type for field in given}, "return": None}
    return function


class _Made:
    """The default of a field that a factory makes."""

    def __repr__(self) -> str:
        return "<factory>"


_MADE = _Made()
_GLOBALS: dict[str, object] = {"__name__": __name__, "_set": object.__setattr__, "_MADE": _MADE, "hash": hash}


@cache
def _initializer(kinds: str, frozen: bool, then: bool) -> CodeType:
    given = [f"_{at}=_MADE" if "m" in kinds else f"_{at}" for at, kind in enumerate(kinds) if kind in "gm"]
    held = [f"_held{at}" for at in range(sum(kind in "mfs" for kind in kinds))]
    lines: list[str] = []
    next_held = iter(held)
    for at, kind in enumerate(kinds):
        match kind:
            case "g":
                value = f"_{at}"
            case "m":
                value = f"{next(next_held)}() if _{at} is _MADE else _{at}"
            case "f":
                value = f"{next(next_held)}()"
            case "s":
                value = next(next_held)
            case _:
                continue
        lines.append(f"_set(self, '_{at}', {value})" if frozen else f"self._{at} = {value}")
    lines += ["self.__post_init__()"] if then else []
    body = "\n  ".join(lines or ["pass"])
    return _compiled(
        f"def make({', '.join(held)}):\n def __init__({', '.join(['self', *given])}):\n  {body}\n return __init__",
        len(held),
    )


@cache
def _equality(count: int) -> CodeType:
    mine, theirs = ("".join(f"{who}._{at}, " for at in range(count)) for who in ("self", "other"))
    return _compiled(
        "def make():\n def __eq__(self, other):\n  if other.__class__ is self.__class__:\n"
        f"   return ({mine}) == ({theirs})\n  return NotImplemented\n return __eq__"
    )


@cache
def _hash(count: int) -> CodeType:
    mine = "".join(f"self._{at}, " for at in range(count))
    return _compiled(f"def make():\n def __hash__(self):\n  return hash(({mine}))\n return __hash__")


def _compiled(source: str, held: int = 0) -> CodeType:
    space: dict[str, Callable[..., FunctionType]] = {}
    exec(source, dict(_GLOBALS), space)  # the source is ours: only how many fields there are is in it
    return space["make"](*[None] * held).__code__


def _named(code: CodeType, names: tuple[str, ...]) -> FunctionType:
    return FunctionType(_renamed(code, names, ()), _GLOBALS)


def _renamed(code: CodeType, names: tuple[str, ...], parameters: tuple[str, ...]) -> CodeType:
    """The code with `names` for the places `_0`, `_1` and so on of its shape."""
    place = {f"_{at}": name for at, name in enumerate(names)}
    return code.replace(
        co_names=tuple(place.get(name, name) for name in code.co_names),
        co_consts=tuple(place.get(each, each) if isinstance(each, str) else each for each in code.co_consts),
        co_varnames=(code.co_varnames[0], *parameters, *code.co_varnames[len(parameters) + 1 :]),
    )


# ---- what the standard library makes, once --------------------------------------------------------------------------


@cache
def _parameters(options: _Options) -> object:
    return getattr(_standard(type("Example", (), {}), options._asdict()), _PARAMETERS)


def _place_of(field: Field[Any]) -> object:
    """Whether it is a field, or one of the class or of `__init__` only."""
    return field._field_type  # type: ignore[attr-defined]  # no public name tells it, since Python 3.7


@dataclasses.dataclass
class _Example:
    plain: int


_NO_FIELD: Field[Any] = dataclasses.fields(_Example)[0]
_PLAIN = _place_of(_NO_FIELD)
