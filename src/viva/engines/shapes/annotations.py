"""Where shapes come from: annotations, types written as text, and example values.

`read_shape` and `read_classes` take the nested lists that `Survey` has for an annotation.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from viva.core.fault import Fault
from viva.core.json import Json
from viva.engines.shapes.domain import FINITE
from viva.engines.shapes.making import Record, kind_of
from viva.engines.shapes.shape import (
    Choice,
    Classes,
    Either,
    Fixed,
    Instance,
    Many,
    Named,
    Plain,
    Shape,
    Table,
    inner_shapes,
)
from viva.languages.finding import default_language
from viva.languages.protocol import Language, calls_of
from viva.languages.survey import Fields

_NO_CLASSES = Classes({})
AGAIN = "()"
"""The class whose instances hold the calls of a function that is a result: the last of the arguments. Twice, for one
that comes of such a call."""


class Unknown(ValueError):
    """A type for which no values can be made."""


def read_shape(data: Json, classes: Classes = _NO_CLASSES) -> Shape:
    """The shape that an annotation stands for; raises Unknown where there is none."""
    match data:
        case ["int" | "float" | "str" | "bool" | "bytes" | "none" as kind]:
            return Plain(str(kind))
        case ["range", *bounds] if bounds and all(isinstance(bound, int) for bound in bounds):
            numbers = range(*bounds)  # type: ignore[arg-type]
            if numbers.step == 1 and numbers:
                return Plain("int", numbers[0], numbers[-1])
            # Of more than are tried out the last one stays, so that nobody takes the first ones for all.
            return Choice(tuple(numbers) if len(numbers) <= FINITE else (*numbers[:FINITE], numbers[-1]))
        case ["given", *values]:
            return Choice((*map(_given, values),), some=True)
        case ["list" | "set" | "frozenset" as kind, element]:
            return Many(str(kind), read_shape(element, classes))
        case ["tuple*", element]:
            return Many("tuple", read_shape(element, classes))
        case ["tuple", *parts]:
            return Fixed(tuple(read_shape(part, classes) for part in parts))
        case ["dict", key, value]:
            return Table(read_shape(key, classes), read_shape(value, classes))
        case ["named", *fields]:
            return Named(tuple(_field(field, classes) for field in fields))
        case ["literal", *values]:
            return Choice(tuple(values))
        case ["union", *parts]:
            return _either(parts, classes)
        case ["callable", ["tuple", *_], _, [*texts]] if texts:
            return _functions([str(text) for text in texts])
        case ["name", str(name)] if name in classes.dicts:
            others = {other: fields for other, fields in classes.dicts.items() if other != name}  # none holds itself
            inside = replace(classes, dicts=others)
            return Named(tuple((field, read_shape(kind, inside)) for field, kind in classes.dicts[name]))
        case ["name", str(name)] if name in classes.heights:
            return Instance(name, classes)
        case ["name", name]:
            raise Unknown(str(name))
    raise Unknown("any value" if data in (None, ["any"]) else str(data))


def _functions(texts: Sequence[str]) -> Shape:
    """Functions that a language knows by their texts: instances without fields, so that they can be shown, compared and
    made smaller as any other value."""
    table = read_classes(dict.fromkeys(texts, ()))
    found = tuple(Instance(text, table) for text in texts)
    return found[0] if len(found) == 1 else Either(found)


def _given(value: Json) -> object:
    """A value of a type that has made it itself."""
    match value:
        case ["list" | "tuple" as kind, *items]:
            made = [*map(_given, items)]
            return made if kind == "list" else tuple(made)
        case ["record", str(name), *fields]:
            pairs = [(str(one[0]), _given(one[1])) for one in fields if isinstance(one, list)]
            return Record(name, tuple(pairs))
    return value


def asked_again(
    data: Json, classes: Classes = _NO_CLASSES, shapes: Sequence[Shape] = (), name: str = AGAIN
) -> Shape | None:
    """Where the type of a result is that of functions: what such a one is called with, call after call. None where it
    is another type. With the `shapes` of what the first function takes there may be another result beside it, which is
    called after it each time: two counters do not share what they count. Raises Unknown."""
    match data:
        case ["callable", ["tuple", *parameters], result, _]:
            parts = [read_shape(part, classes) for part in parameters]
            further = asked_again(result, classes, name=name + AGAIN)
            calls = Many("list", Fixed(tuple(parts if further is None else [*parts, further])))
            fields: tuple[tuple[str, Shape], ...] = (("calls", calls),)
            if name == AGAIN:
                fields += (("beside", Either((Plain("none"), Fixed(tuple(shapes))))),)
            return Instance(name, Classes({name: ()}, fields={name: fields}, heights={name: 1}))
    return None


def is_called_again(shape: Shape) -> bool:
    """Whether it is a shape of `asked_again`."""
    return isinstance(shape, Instance) and shape.name == AGAIN


def _field(data: Json, classes: Classes) -> tuple[str, Shape]:
    match data:
        case [str(name), kind]:
            return name, read_shape(kind, classes)
    raise Unknown(str(data))


def _either(parts: list[Json], classes: Classes) -> Shape:
    """What cannot be made is left out. What leads back to where it came from comes after what ends."""
    found: list[Shape] = []
    for part in parts:
        try:
            shape = read_shape(part, classes)
        except Unknown:
            continue
        found += shape.alternatives if isinstance(shape, Either) else [shape]
    if not found:
        raise Unknown("none of the alternatives")
    if any(classes.recursive & set(_mentioned(shape)) for shape in found):
        found.sort(key=lambda shape: _height(shape, classes.heights) or 0)
    return found[0] if len(found) == 1 else Either(tuple(dict.fromkeys(found)))


def parse_shape(text: str, classes: Classes = _NO_CLASSES, language: Language | None = None) -> Shape:
    """A type as a language writes it, if not as exercises do: `list[int]`, `range(0, 10)`, `Literal["a", "b"]`."""
    try:
        return read_shape(_typed(text, language), classes)
    except Unknown as problem:
        raise _no_type(text, f": {problem}") from None


def _typed(text: str, language: Language | None = None) -> Json:
    try:
        return calls_of(language or default_language()).read_type(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise _no_type(text) from None


def _no_type(text: str, detail: str = "") -> Fault:
    return Fault(
        f"{text!r} is no type that Viva can make values of{detail}",
        remedy="write it as an annotation, for example list[int], dict[str, float], range(0, 10)",
    )


def written_classes(fields: Mapping[str, Mapping[str, str]]) -> Classes:
    """Classes by their fields as text: `{"Node": {"value": "int", "next": "Node | None"}}`."""
    return read_classes(
        {name: tuple((field, _typed(text)) for field, text in parts.items()) for name, parts in fields.items()}
    )


def surveyed_classes(found: Iterable[Fields]) -> Classes:
    """The table of the classes of a source."""
    known = list(found)
    plain, dicts = ({each.name: each.fields for each in known if each.is_dict is kind} for kind in (False, True))
    return read_classes(plain, dicts)


def read_classes(
    declared: Mapping[str, tuple[tuple[str, Json], ...]],
    dicts: Mapping[str, tuple[tuple[str, Json], ...]] | None = None,
) -> Classes:
    """The table of classes. Those that cannot be made are not in it: a field has no shape, or nothing ends them.

    Guarantees: a class has a height above those of its fields, where a choice is as high as its lowest alternative
    and a container, which may be empty, has none. So there is a finite instance of each.
    """
    classes = Classes(declared, dicts or {}, heights=dict.fromkeys(declared, 0))
    while True:
        fields = {name: shapes for name in declared if (shapes := _fields(name, classes)) is not None}
        heights = _heights(fields)
        left = heights.keys() == classes.heights.keys()
        classes.heights.clear()
        classes.heights.update(heights)
        if left:
            break
    classes.recursive.update(_recursive(fields))
    classes.fields.update({name: shapes for name in heights if (shapes := _fields(name, classes)) is not None})
    return classes


def _fields(name: str, classes: Classes) -> tuple[tuple[str, Shape], ...] | None:
    try:
        return tuple((field, read_shape(kind, classes)) for field, kind in classes.declared[name])
    except Unknown:
        return None


FieldsOf = Mapping[str, tuple[tuple[str, Shape], ...]]


def _heights(fields: FieldsOf) -> dict[str, int]:
    """The least fixpoint, round by round."""
    heights: dict[str, int] = {}
    while True:
        found: dict[str, int] = {}
        for name, parts in fields.items():
            inside = [_height(shape, heights) for _, shape in parts]
            known = [height for height in inside if height is not None]
            if name not in heights and len(known) == len(inside):
                found[name] = 1 + max(known, default=0)
        if not found:
            return heights
        heights |= found


def _height(shape: Shape, heights: Mapping[str, int]) -> int | None:
    """How many instances the flattest value has one below the other; None if it has no value by these heights."""
    match shape:
        case Instance(name):
            return heights.get(name)
        case Fixed() | Either() | Named():
            inside = [_height(part, heights) for part in inner_shapes(shape)]
            known = [height for height in inside if height is not None]
            if isinstance(shape, Either):
                return min(known, default=None)
            return max(known, default=0) if len(known) == len(inside) else None
    return 0


def _recursive(fields: FieldsOf) -> set[str]:
    below = {name: {other for _, shape in parts for other in _mentioned(shape)} for name, parts in fields.items()}
    for name in fields:  # Warshall's closure
        for other in fields:
            if name in below[other]:
                below[other] |= below[name]
    return {name for name in fields if name in below[name]}


def _mentioned(shape: Shape) -> Iterator[str]:
    if isinstance(shape, Instance):
        yield shape.name
    for part in inner_shapes(shape):
        yield from _mentioned(part)


def shape_of(values: list[object]) -> Shape:
    """The narrowest shape that holds example values."""
    kinds = {kind_of(value) for value in values}
    match sorted(kinds):
        case ["int"] | ["float"] | ["str"] | ["bool"] | ["bytes"] | ["none"]:
            return Plain(next(iter(kinds)))
        case ["float", "int"]:
            return Plain("float")
        case [("list" | "set" | "frozenset") as kind]:
            inside = [item for value in values for item in _items(value)]
            return Many(kind, shape_of(inside) if inside else Plain("int"))
        case ["dict"]:
            tables = [value for value in values if isinstance(value, dict)]
            keys = [key for table in tables for key in table]
            inside = [item for table in tables for item in table.values()]
            return Table(shape_of(keys) if keys else Plain("str"), shape_of(inside) if inside else Plain("int"))
        case ["tuple"]:
            tuples = [value for value in values if isinstance(value, tuple)]
            if len({len(value) for value in tuples}) == 1 and tuples[0]:
                return Fixed(tuple(shape_of(list(column)) for column in zip(*tuples, strict=True)))
            inside = [item for value in tuples for item in value]
            return Many("tuple", shape_of(inside) if inside else Plain("int"))
    if "other" in kinds or not kinds:
        raise Unknown("the example values")
    return Either(tuple(shape_of([value for value in values if kind_of(value) == kind]) for kind in sorted(kinds)))


def _items(value: object) -> list[object]:
    return list(value) if isinstance(value, list | set | frozenset) else []
