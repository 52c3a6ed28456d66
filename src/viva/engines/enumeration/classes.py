"""The spaces of classes: enumerations, records, dataclasses, classes with an annotated `__init__`, abstract ones."""

from __future__ import annotations

import dataclasses
import enum
import inspect
import sys
import typing
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Generic, get_args, get_origin

from viva.core.fault import Fault
from viva.engines.enumeration.choice import Choice
from viva.engines.enumeration.mapped import Mapped, Open
from viva.engines.enumeration.numbers import Integers
from viva.engines.enumeration.products import Product
from viva.engines.enumeration.registry import Operations, registered
from viva.engines.enumeration.scope import Reading, Scope, named, unsupported
from viva.engines.enumeration.space import Space, Value
from viva.engines.enumeration.sums import Sum

_MANY_FLAGS = 12


def registered_space(reader: Reading, annotation: object, scope: Scope, key: object) -> Space | None:
    """The space that someone registered for this type."""
    match registered(get_origin(annotation) or annotation):
        case Space() as space:
            return space
        case Operations(functions):
            whole = Sum(named(annotation))
            reader.known[key] = whole
            whole.parts = [_operation(reader, function, scope) for function in functions]
            return whole
        case _:
            return None


def _operation(reader: Reading, function: Callable[..., Value], scope: Scope) -> Space:
    if isinstance(function, type):
        return _initialised(reader, function, scope, object())
    parameters = list(inspect.signature(function).parameters.values())
    owner = getattr(sys.modules.get(function.__module__), function.__qualname__.partition(".")[0], None)
    annotations = inspect.get_annotations(function)
    if parameters and parameters[0].name == "self" and isinstance(owner, type):
        annotations = {"self": owner} | annotations
    name = function.__qualname__.rpartition("<locals>.")[2]
    fields = _parameters(parameters, annotations, scope_of(function), name)
    return _record(reader, Product(name, [], function, _unwritten, frozen=False), function, name, fields)


def class_space(reader: Reading, annotation: object, scope: Scope, key: object) -> Space:
    cls = get_origin(annotation) or annotation
    if not isinstance(cls, type) or cls in (object, typing.Any, type):
        raise unsupported(annotation, "say which type is meant, or give the argument a space of its own")
    if issubclass(cls, enum.Enum):
        return _enumeration(cls)
    arguments = [reader.read(argument, scope) for argument in get_args(annotation)]
    variables = _variables(reader, cls, arguments)
    if typing.is_typeddict(cls):
        return _typed_dict(reader, cls, variables, key)
    if issubclass(cls, tuple) and hasattr(cls, "_fields"):
        fields = [
            Field(name, hint, Scope(_names(cls), variables[cls], cls))
            for name, hint in inspect.get_annotations(cls).items()
        ] or _inherited(cls, variables)
        if len(fields) != len(cls._fields):
            raise unsupported(annotation, "use typing.NamedTuple, which says the types of the fields")
        space = Product(named(annotation), [], cls, _unwritten, frozen=True)
        reader.known[key] = space
        return _record(reader, space, cls, _name(cls), fields)
    if inspect.isabstract(cls) or _is_sealed(cls):
        return _hierarchy(reader, cls, scope, key)
    if getattr(cls, "_is_protocol", False):
        raise unsupported(annotation, "a protocol says nothing about how values are made; register a space for it")
    return _initialised(
        reader, cls, Scope(_names(cls), variables[cls], cls), key, variables=variables, name=named(annotation)
    )


@dataclasses.dataclass(frozen=True, slots=True)
class Field:
    """One thing that a class is made of; `keyword` where it must be named."""

    name: str
    annotation: object
    scope: Scope
    keyword: bool = False


def scope_of(function: Callable[..., Value]) -> Scope:
    """The names that annotations of a function may use, those of the functions around it included."""
    inner = inspect.unwrap(function)
    while hasattr(inner, "func"):
        inner = inner.func
    inner = getattr(inner, "__func__", inner)
    names = dict(getattr(inner, "__globals__", {}))
    code = getattr(inner, "__code__", None)
    for name, cell in zip(code.co_freevars if code else (), getattr(inner, "__closure__", None) or (), strict=False):
        try:
            names[name] = cell.cell_contents
        except ValueError:  # not yet bound
            continue
    return Scope(names)


def _names(cls: type) -> dict[str, Any]:
    module = sys.modules.get(cls.__module__)
    return {**(vars(module) if module else {}), cls.__name__: cls}


def _name(cls: type) -> str:
    return cls.__qualname__.rpartition("<locals>.")[2]


def _variables(reader: Reading, cls: type, arguments: Sequence[Space]) -> dict[type, dict[Any, Space]]:
    """What the type variables of a class, and of each class it extends, stand for."""
    found: dict[type, dict[Any, Space]] = {cls: dict(zip(getattr(cls, "__parameters__", ()), arguments, strict=False))}
    for owner in cls.__mro__:
        scope = Scope(_names(owner), found.setdefault(owner, {}), owner)
        for base in owner.__dict__.get("__orig_bases__", ()):
            origin = get_origin(base)
            if isinstance(origin, type) and origin is not Generic and origin not in found:
                found[origin] = {
                    variable: reader.read(argument, scope)
                    for variable, argument in zip(getattr(origin, "__parameters__", ()), get_args(base), strict=False)
                }
    return found


def _enumeration(cls: type[enum.Enum]) -> Space:
    """The members; of flags all combinations. A second name for a member is no second member."""
    name = _name(cls)
    if not issubclass(cls, enum.Flag):
        return Choice(name, list(cls))
    flags = list(cls)
    if len(flags) <= _MANY_FLAGS:
        return Choice(name, [_combined(cls, flags, k) for k in range(1 << len(flags))])
    return Mapped(name, Integers(0, (1 << len(flags)) - 1), lambda k: _combined(cls, flags, k))


def _unwritten(items: Sequence[str]) -> str:
    """How a record is written before it is known: never asked for."""
    raise AssertionError(items)


def _combined(cls: type[enum.Flag], flags: Sequence[enum.Flag], k: int) -> enum.Flag:
    whole = cls(0)
    for place, flag in enumerate(flags):
        if k >> place & 1:
            whole |= flag
    return whole


def _typed_dict(reader: Reading, cls: type, variables: Mapping[type, Mapping[Any, Space]], key: object) -> Space:
    """A dict with these keys, some of which may be missing."""
    fields = list(_keys(cls))
    names = [name for name, _, _ in fields]

    def make(*items: Value) -> dict[str, Value]:
        return {name: item for name, item in zip(names, items, strict=True) if item is not _ABSENT}

    def source(items: Sequence[str]) -> str:
        told = [f"{name!r}: {item}" for name, item in zip(names, items, strict=True) if item != "absent"]
        return "{" + ", ".join(told) + "}"

    space = Product(_name(cls), [], make, source, frozen=False)
    reader.known[key] = space
    scope = Scope(_names(cls), variables[cls], cls)
    for name, hint, required in fields:
        part = reader.read(hint, scope)
        absent = Choice("absent", [_ABSENT], ["absent"])
        space.parts.append(part if required else Sum(f"{name}, or absent", [absent, part]))
    return space


class _Absent:
    """Stands for a key that is not there."""

    def __deepcopy__(self, memo: object) -> _Absent:
        return self


_ABSENT = _Absent()


def _keys(cls: Any) -> Iterator[tuple[str, object, bool]]:
    """Name, type and whether it is required. Python's own note (`__required_keys__`) is wrong for a key that says so
    itself under postponed annotations, and right for all others."""
    for name, annotation in inspect.get_annotations(cls).items():
        hint = _looked_through(annotation, cls)
        origin = get_origin(hint)
        said = origin in (typing.Required, typing.NotRequired)
        yield name, hint, origin is typing.Required if said else name in cls.__required_keys__


def _looked_through(annotation: object, cls: type) -> object:
    """A string that begins with Required or NotRequired, read far enough to see that."""
    text = getattr(annotation, "__forward_arg__", annotation)
    if isinstance(text, str):
        try:
            return eval(text, vars(typing) | _names(cls))  # the annotation of a module that is trusted
        except NameError:
            return annotation
    return annotation


def _inherited(cls: type, variables: Mapping[type, Mapping[Any, Space]]) -> list[Field]:
    found: dict[str, Field] = {}
    for owner in reversed(cls.__mro__):
        scope = Scope(_names(owner), variables.get(owner, {}), owner)
        for name, hint in inspect.get_annotations(owner).items():
            found[name] = Field(name, hint, scope)
    fields = getattr(cls, "_fields", None)
    return [found[name] for name in fields if name in found] if fields else list(found.values())


def _is_sealed(cls: type) -> bool:
    """A class without anything of its own that others extend stands for those others."""
    return (
        bool(cls.__subclasses__())
        and not dataclasses.is_dataclass(cls)
        and cls.__init__ is object.__init__  # type: ignore[misc]
        and not inspect.get_annotations(cls)
    )


def _hierarchy(reader: Reading, cls: type, scope: Scope, key: object) -> Space:
    concrete: list[type] = [each for each in _subclasses(cls) if not inspect.isabstract(each) and not _is_sealed(each)]
    if not concrete:
        raise unsupported(cls, "the class is abstract and nothing extends it; register a space for it")
    whole = Sum(_name(cls))
    reader.known[key] = whole
    whole.parts = [reader.read(each, scope) for each in concrete]
    return whole


def _subclasses(cls: type) -> list[type]:
    found: dict[type, None] = {}
    direct: list[type] = type.__subclasses__(cls)
    for each in direct:
        found |= dict.fromkeys([each, *_subclasses(each)])
    return list(found)


def _initialised(
    reader: Reading,
    cls: type,
    scope: Scope,
    key: object,
    *,
    variables: Mapping[type, Mapping[Any, Space]] | None = None,
    name: str | None = None,
) -> Space:
    if dataclasses.is_dataclass(cls) and cls.__dataclass_params__.init and "__init__" in cls.__dict__:  # type: ignore[attr-defined]
        fields = _dataclass_fields(cls, variables or _variables(reader, cls, ()))
        frozen = bool(cls.__dataclass_params__.frozen)  # type: ignore[attr-defined]
    else:
        fields, frozen = _init_fields(cls, scope), False
    space = Product(name or _name(cls), [], cls, _unwritten, cost=1 if fields else 0, frozen=frozen)
    space.hashable = cls.__hash__ is not None
    reader.known[key] = space
    record = _record(reader, space, cls, _name(cls), fields)
    taken = [p for p in inspect.signature(cls).parameters.values() if p.kind not in (p.VAR_KEYWORD, p.VAR_POSITIONAL)]
    # What is left to its default could be something else.
    return record if len(taken) == len(fields) else Open(record)


def _dataclass_fields(cls: type, variables: Mapping[type, Mapping[Any, Space]]) -> list[Field]:
    """What `__init__` takes, fields that exist for it only (InitVar) included, in its order."""
    hints = {field.name: field for field in _inherited(cls, variables)}
    keyword = {field.name for field in dataclasses.fields(cls) if field.kw_only}
    fields = []
    for parameter in list(inspect.signature(cls.__init__).parameters.values())[1:]:  # type: ignore[misc]
        hint = hints[parameter.name]
        named_only = parameter.name in keyword or parameter.kind is parameter.KEYWORD_ONLY
        fields.append(Field(parameter.name, hint.annotation, hint.scope, named_only))
    return fields


def _init_fields(cls: type, scope: Scope) -> list[Field]:
    if cls.__init__ is object.__init__:  # type: ignore[misc]
        return []
    init = cls.__init__  # type: ignore[misc]
    if not inspect.isfunction(init):
        raise unsupported(cls, f"register a space for it: register({_name(cls)}, …)")
    owner = next(owner for owner in cls.__mro__ if "__init__" in owner.__dict__)
    names = {**scope_of(init).names, cls.__name__: cls}
    parameters = list(inspect.signature(init).parameters.values())[1:]
    return _parameters(
        parameters, inspect.get_annotations(init), Scope(names, scope.variables, owner), f"{_name(cls)}.__init__"
    )


def _parameters(
    parameters: Sequence[inspect.Parameter], annotations: Mapping[str, object], scope: Scope, where: str
) -> list[Field]:
    """Annotated parameters; one without annotation is left to its default."""
    fields = []
    for parameter in parameters:
        if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
            continue
        if parameter.name in annotations:
            fields.append(
                Field(parameter.name, annotations[parameter.name], scope, parameter.kind is parameter.KEYWORD_ONLY)
            )
        elif parameter.default is parameter.empty:
            raise Fault(
                f"the parameter {parameter.name!r} of {where} has no type",
                remedy=f"annotate it, for instance {parameter.name}: int",
            )
    return fields


def _record(reader: Reading, space: Product, make: Callable[..., Value], name: str, fields: Sequence[Field]) -> Product:
    """Fills the space of something that is called with these fields."""
    keyword = [field.name for field in fields if field.keyword]
    positional = len(fields) - len(keyword)
    ordered = [field for field in fields if not field.keyword] + [field for field in fields if field.keyword]

    def call(*items: Value) -> Value:
        return make(*items[:positional], **dict(zip(keyword, items[positional:], strict=True)))

    def source(items: Sequence[str]) -> str:
        told = [*items[:positional], *(f"{key}={item}" for key, item in zip(keyword, items[positional:], strict=True))]
        return f"{name}({', '.join(told)})"

    space.become(call if keyword else make, source)
    for field in ordered:
        try:
            space.parts.append(reader.read(field.annotation, field.scope))
        except Fault as fault:
            raise Fault(f"{fault.problem} (in {name}, {field.name!r})", remedy=fault.remedy) from None
    return space
