"""The spaces of classes: enumerations, records, dataclasses, classes with an annotated `__init__`, abstract ones."""

from __future__ import annotations

import dataclasses
import enum
import inspect
import sys
import typing
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Generic, TypeVar, get_args, get_origin

from viva.core.fault import Fault
from viva.engines.enumeration.hierarchies import (
    is_foreign,
    is_sealed,
    name_of,
    names_in,
    said_of,
    satisfying,
    subclasses,
)  # fmt: skip
from viva.engines.enumeration.registry import Operations, find_registered
from viva.engines.enumeration.scope import Reading, Scope, show_annotation, unsupported_type
from viva.engines.enumeration.space import Space, Value
from viva.engines.enumeration.spaces.choice import Choice
from viva.engines.enumeration.spaces.mapped import Mapped, Open
from viva.engines.enumeration.spaces.numbers import Integers
from viva.engines.enumeration.spaces.products import Product
from viva.engines.enumeration.spaces.sequences import Texts
from viva.engines.enumeration.spaces.sums import Sum

_MANY_FLAGS = 12


def registered_space(reader: Reading, annotation: object, key: object) -> Space | None:
    """The space that someone registered for this type."""
    match find_registered(get_origin(annotation) or annotation):
        case Space() as space:
            return space
        case Operations(functions):
            whole = Sum(show_annotation(annotation))
            reader.known[key] = whole
            whole.parts = [_operation(reader, function) for function in functions]
            return whole
        case _:
            return None


def _operation(reader: Reading, function: Callable[..., Value]) -> Space:
    if isinstance(function, type):
        return _initialised(reader, function, object())
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
    if isinstance(annotation, list | tuple | set | dict):
        raise unsupported_type(annotation, f"write {_as_type(annotation)}, which is a type")
    if not isinstance(cls, type) or cls in (object, typing.Any, type):
        raise unsupported_type(annotation, "say which type is meant, or give the argument a space of its own")
    if issubclass(cls, enum.Enum):
        return _enumeration(cls)
    if getattr(cls, "_is_protocol", False):
        return _protocol(reader, cls, scope, key)
    if issubclass(cls, BaseException) and not inspect.isfunction(cls.__init__):
        name = name_of(cls)
        return Open(Mapped(name, Texts(), cls, lambda error: f"{name}({error.args[0]!r})", shared=False))
    if is_foreign(cls):
        raise unsupported_type(annotation, f"register a space for it: register({name_of(cls)}, …)")
    given, parameters = get_args(annotation), getattr(cls, "__parameters__", ())
    if not all(isinstance(each, TypeVar) for each in parameters) or (given and len(given) != len(parameters)):
        raise unsupported_type(annotation, "give a type for each of its type variables, or register a space for it")
    bound = {variable: reader.read(each, scope) for variable, each in zip(parameters, given, strict=False)}
    if inspect.isabstract(cls) or is_sealed(cls):
        return _hierarchy(reader, annotation, bound, scope, key)
    return _concrete(reader, cls, bound, show_annotation(annotation), key)


def _as_type(annotation: Any) -> str:
    """What someone may have meant who wrote [int] or {str: int}."""
    items = (item for pair in annotation.items() for item in pair) if isinstance(annotation, dict) else annotation
    return f"{type(annotation).__name__}[{', '.join(map(show_annotation, items)) or 'int'}]"


def _concrete(reader: Reading, cls: type, bound: Mapping[Any, Space], name: str, key: object) -> Space:
    """The values that are made by calling this very class; `bound` is what its type variables stand for."""
    variables = _variables(reader, cls, bound)
    if typing.is_typeddict(cls):
        return _typed_dict(reader, cls, variables, key)
    if issubclass(cls, tuple) and hasattr(cls, "_fields"):
        fields = _inherited(cls, variables)
        if len(fields) != len(cls._fields):
            raise unsupported_type(cls, "use typing.NamedTuple, which says the types of the fields")
        space = Product(name, [], cls, _unwritten, frozen=True)
        reader.known[key] = space
        return _record(reader, space, cls, name_of(cls), fields)
    return _initialised(reader, cls, key, variables=variables, name=name)


def _protocol(reader: Reading, cls: type, scope: Scope, key: object) -> Space:
    """Values of the classes that satisfy it: those where the protocol is used, and Python's simplest."""
    fitting = satisfying(cls, scope.names.values())
    if not fitting:
        raise unsupported_type(
            cls, "no class here satisfies the protocol; define one in the module, or register a space"
        )
    whole = Sum(name_of(cls))
    reader.known[key] = whole
    whole.parts = [reader.read(each, scope) for each in fitting]
    return Open(whole)


@dataclasses.dataclass(frozen=True, slots=True)
class Field:
    """One thing that a class is made of; `keyword` where it must be named."""

    name: str
    annotation: object
    scope: Scope
    keyword: bool = False


def underlying(function: Callable[..., Value]) -> Callable[..., Value]:
    """The function that was written, behind partial applications, caches, methods and instances that can be called."""
    inner: Any = inspect.unwrap(function)
    while hasattr(inner, "func"):
        inner = inspect.unwrap(inner.func)
    inner = getattr(inner, "__func__", inner)
    if not inspect.isroutine(inner) and not isinstance(inner, type):
        inner = getattr(type(inner), "__call__", inner)  # noqa: B004 - the method is wanted, not an answer
    written: Callable[..., Value] = inspect.unwrap(inner)
    return written


def scope_of(function: Callable[..., Value]) -> Scope:
    """The names that annotations of a function may use, those of the functions around it included."""
    inner = underlying(function)
    names = dict(getattr(inner, "__globals__", {}))
    code = getattr(inner, "__code__", None)
    for name, cell in zip(code.co_freevars if code else (), getattr(inner, "__closure__", None) or (), strict=False):
        try:
            names[name] = cell.cell_contents
        except ValueError:  # not yet bound
            continue
    return Scope(names)


def _variables(reader: Reading, cls: type, bound: Mapping[Any, Space]) -> dict[type, Mapping[Any, Space]]:
    """What the type variables of a class, and of each class it extends, stand for."""
    found: dict[type, Mapping[Any, Space]] = {cls: bound}
    for owner in cls.__mro__:
        scope = Scope(names_in(owner), found.setdefault(owner, {}), owner)
        for base in owner.__dict__.get("__orig_bases__", ()):
            origin = get_origin(base)
            if isinstance(origin, type) and origin not in (Generic, typing.Protocol) and origin not in found:
                found[origin] = {
                    variable: reader.read(argument, scope)
                    for variable, argument in zip(getattr(origin, "__parameters__", ()), get_args(base), strict=False)
                }
    return found


def _enumeration(cls: type[enum.Enum]) -> Space:
    """The members; of flags all combinations. A second name for a member is no second member."""
    name = name_of(cls)
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

    space = Product(name_of(cls), [], make, source, frozen=False)
    reader.known[key] = space
    scope = Scope(names_in(cls), variables[cls], cls)
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
            return eval(text, vars(typing) | names_in(cls))  # the annotation of a module that is trusted
        except NameError:
            return annotation
    return annotation


def _inherited(cls: type, variables: Mapping[type, Mapping[Any, Space]]) -> list[Field]:
    found: dict[str, Field] = {}
    for owner in reversed(cls.__mro__):
        scope = Scope(names_in(owner), variables.get(owner, {}), owner)
        for name, hint in inspect.get_annotations(owner).items():
            found[name] = Field(name, hint, scope)
    fields = getattr(cls, "_fields", None)
    return [found[name] for name in fields if name in found] if fields is not None else list(found.values())


def _hierarchy(reader: Reading, annotation: object, bound: Mapping[Any, Space], scope: Scope, key: object) -> Space:
    """The classes that extend this one stand for it, each with what its type variables must then stand for."""
    cls: Any = get_origin(annotation) or annotation
    concrete = [each for each in subclasses(cls) if not inspect.isabstract(each) and not is_sealed(each)]
    if not concrete:
        raise unsupported_type(cls, "the class is abstract and nothing extends it; register a space for it")
    whole = Sum(show_annotation(annotation))
    reader.known[key] = whole
    wanted = [bound.get(variable) for variable in getattr(cls, "__parameters__", ())]
    sure = True
    for each in concrete:
        said = said_of(each, cls)
        # Of list[T] to be list[bool] we do not know what T is, so that such a class is left out.
        sure = sure and not any(getattr(one, "__parameters__", ()) for one in said if not isinstance(one, TypeVar))
        solved = _solved(reader, each, said, wanted)
        if solved is not None:
            whole.parts.append(_extending(reader, each, solved, scope))
    return whole if sure or not bound else Open(whole)


def itself(reader: Reading, scope: Scope) -> Space:
    """What `Self` means inside a class."""
    assert scope.owner is not None
    own = getattr(scope.owner, "__parameters__", ())
    bound = {each: scope.variables[each] for each in own if each in scope.variables}
    return _extending(reader, scope.owner, bound, scope)


def _extending(reader: Reading, cls: type, bound: Mapping[Any, Space], scope: Scope) -> Space:
    if not bound:
        return reader.read(cls, scope)
    key = cls, tuple(bound.items())
    if key not in reader.known:
        told = ", ".join(space.name for space in bound.values())
        reader.known[key] = _concrete(reader, cls, bound, f"{name_of(cls)}[{told}]", key)
    return reader.known[key]


def _solved(reader: Reading, cls: type, said: Sequence[Any], wanted: Sequence[Space | None]) -> dict[Any, Space] | None:
    """What the type variables of a class stand for if those of its base, which are `said`, stand for what is wanted;
    None where the class extends the base with other types."""
    bound: dict[Any, Space] = {}
    for each, space in zip(said, wanted, strict=False):
        if space is None:
            continue
        if isinstance(each, TypeVar):
            if bound.setdefault(each, space) is not space and bound[each].name != space.name:
                return None
        elif getattr(each, "__parameters__", ()) or reader.read(each, Scope(names_in(cls), {}, cls)).name != space.name:
            return None
    return bound


def _initialised(
    reader: Reading,
    cls: type,
    key: object,
    *,
    variables: Mapping[type, Mapping[Any, Space]] | None = None,
    name: str | None = None,
) -> Space:
    variables = variables or _variables(reader, cls, {})
    try:
        signature = inspect.signature(cls)
    except (ValueError, TypeError):  # written in C, or with a signature of its own making
        raise unsupported_type(cls, f"register a space for it: register({name_of(cls)}, …)") from None
    if dataclasses.is_dataclass(cls) and cls.__dataclass_params__.init and "__init__" in cls.__dict__:  # type: ignore[attr-defined]
        fields = _dataclass_fields(cls, variables)
    else:
        fields = _init_fields(cls, variables)
    # What people's own code makes is never handed out twice, frozen or not: it may remember something.
    space = Product(name or name_of(cls), [], cls, _unwritten, cost=1 if fields else 0, frozen=False)
    space.hashable = cls.__hash__ is not None
    reader.known[key] = space
    record = _record(reader, space, cls, name_of(cls), fields)
    # What is left to its default could be something else, and so could an instance of a class that extends it.
    whole = len(signature.parameters) == len(fields) and not subclasses(cls) and not _left_open(cls)
    return record if whole else Open(record)


def _left_open(cls: type) -> bool:
    """Whether a class says that its instances have attributes, and no constructor that makes them."""
    if cls.__init__ is not object.__init__:  # type: ignore[misc]
        return False
    said = [
        name for owner in cls.__mro__ for name, hint in inspect.get_annotations(owner).items() if not _is_shared(hint)
    ]
    missing = [name for name in said if not hasattr(cls, name)]
    if missing:
        raise unsupported_type(cls, f"nothing gives its {missing[0]!r} a value; make it a dataclass")
    return bool(said)


def _is_shared(hint: object) -> bool:
    return get_origin(hint) is typing.ClassVar or hint is typing.ClassVar or "ClassVar" in str(hint)


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


def _init_fields(cls: type, variables: Mapping[type, Mapping[Any, Space]]) -> list[Field]:
    init = cls.__init__  # type: ignore[misc]
    if init is object.__init__:
        if any("__new__" in vars(owner) for owner in cls.__mro__ if owner not in (object, Generic)):
            raise unsupported_type(cls, f"it is made by __new__; register a space for it: register({name_of(cls)}, …)")
        return []
    if not inspect.isfunction(init):
        raise unsupported_type(cls, f"register a space for it: register({name_of(cls)}, …)")
    owner = next(owner for owner in cls.__mro__ if "__init__" in owner.__dict__)
    if dataclasses.is_dataclass(owner):
        return _dataclass_fields(owner, variables)
    names = {**scope_of(init).names, cls.__name__: cls}
    parameters = list(inspect.signature(init).parameters.values())[1:]
    scope = Scope(names, variables.get(owner, {}), owner)
    return _parameters(parameters, inspect.get_annotations(init), scope, f"{name_of(cls)}.__init__")


def _parameters(
    parameters: Sequence[inspect.Parameter], annotations: Mapping[str, object], scope: Scope, where: str
) -> list[Field]:
    """Annotated parameters; one without annotation is left to its default, and none is given for any number."""
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
