"""The shapes of arguments: what may be passed, and the variables that the solver sees for it.

An argument is spread over variables, named by where they are: `0` is the integer that is argument 0, `1#` the length
of argument 1, `1.2` its third element or character, `2~` a float, `3?` which of several shapes argument 3 has and
`3.1` the second of them, `4.0k` and `4.0v` the first key and value of a dict, `5.name` an attribute. A `Frame` knows
the shapes of a call, and what each name may stand for.
"""

import ast
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from viva.core.json import Json
from viva.engines.symbolic.record import Record

Values = Mapping[str, int | float]
Scalar = None | bool | int | str

LETTER = ord("a")
PRINTABLE = (32, 126)
_NAME = re.compile(r"[0-9]{1,3}(?:\.[A-Za-z0-9_]{1,60}){0,12}[#?~]?")


class Unfitting(ValueError):
    """A value that does not have the shape, or a text that names no shape."""


@dataclass(frozen=True, slots=True)
class Integer:
    low: int | None = None
    high: int | None = None


@dataclass(frozen=True, slots=True)
class Floating:
    pass


@dataclass(frozen=True, slots=True)
class Truth:
    pass


@dataclass(frozen=True, slots=True)
class Text:
    pass


@dataclass(frozen=True, slots=True)
class Nothing:
    pass


@dataclass(frozen=True, slots=True)
class ListOf:
    element: "Shape"


@dataclass(frozen=True, slots=True)
class SetOf:
    element: "Shape"


@dataclass(frozen=True, slots=True)
class ManyOf:
    """A tuple of any length."""

    element: "Shape"


@dataclass(frozen=True, slots=True)
class TupleOf:
    parts: tuple["Shape", ...]


@dataclass(frozen=True, slots=True)
class DictOf:
    key: "Shape"
    value: "Shape"


@dataclass(frozen=True, slots=True)
class OneOf:
    parts: tuple["Shape", ...]


@dataclass(frozen=True, slots=True)
class Literal:
    values: tuple[Scalar, ...]


@dataclass(frozen=True, slots=True)
class Instance:
    """An object of a class of the program, made without its constructor."""

    cls: str
    attributes: tuple[tuple[str, "Shape"], ...]


Shape = (
    Integer
    | Floating
    | Truth
    | Text
    | Nothing
    | ListOf
    | SetOf
    | ManyOf
    | TupleOf
    | DictOf
    | OneOf
    | Literal
    | Instance
)


@dataclass(frozen=True, slots=True)
class Kind:
    """What a variable may be: `integer`, `real`, `character`, `length` or `choice`, with its bounds."""

    name: str
    low: int | None = None
    high: int | None = None


@dataclass(slots=True)
class Frame:
    """The shapes of a call. Lengths that are chosen stay within `longest`; texts within `longest_text`."""

    shapes: tuple[Shape, ...]
    longest: int = 6
    longest_text: int = 12
    _kinds: dict[str, Kind | None] = field(default_factory=dict)

    def kind(self, name: str) -> Kind | None:
        """What the variable stands for; None if no argument has such a part."""
        if name not in self._kinds:
            self._kinds[name] = self._found(name)
        return self._kinds[name]

    def _found(self, name: str) -> Kind | None:
        if not _NAME.fullmatch(name):
            return None
        suffix = name[-1] if name[-1] in "#?~" else ""
        first, *rest = name.removesuffix(suffix).split(".")
        if int(first) >= len(self.shapes):
            return None
        return _kind(self.shapes[int(first)], rest, suffix, self)

    def written(self) -> list[Json]:
        return [written(shape) for shape in self.shapes]

    def arguments(self, values: Values) -> tuple[object, ...]:
        return tuple(_decoded(shape, str(number), values) for number, shape in enumerate(self.shapes))

    def values(self, arguments: Sequence[object]) -> dict[str, int | float]:
        """The variables of arguments; raises `Unfitting` where they do not have the shapes."""
        if len(arguments) != len(self.shapes):
            raise Unfitting(f"{len(arguments)} arguments for {len(self.shapes)} parameters")
        found: dict[str, int | float] = {}
        for number, (shape, argument) in enumerate(zip(self.shapes, arguments, strict=True)):
            _encode(shape, str(number), argument, found)
        return found


def _kind(shape: Shape, rest: Sequence[str], suffix: str, frame: Frame) -> Kind | None:
    if rest:
        return _inner(shape, rest, suffix, frame)
    match shape, suffix:
        case Integer(low, high), "":
            return Kind("integer", low, high)
        case Floating(), "~":
            return Kind("real")
        case Truth(), "?":
            return Kind("choice", 0, 1)
        case OneOf(parts), "?":
            return Kind("choice", 0, len(parts) - 1)
        case Literal(values), "?":
            return Kind("choice", 0, len(values) - 1)
        case Text(), "#":
            return Kind("length", 0, frame.longest_text)
        case ((ListOf() | SetOf() | ManyOf() | DictOf()), "#"):
            return Kind("length", 0, frame.longest)
    return None


def _inner(shape: Shape, rest: Sequence[str], suffix: str, frame: Frame) -> Kind | None:
    part, *deeper = rest
    inner: Shape | None = None
    match shape:
        case Text() if part.isdecimal() and not deeper and not suffix:
            return Kind("character", *PRINTABLE)
        case ListOf(element) | SetOf(element) | ManyOf(element) if part.isdecimal():
            inner = element
        case TupleOf(parts) | OneOf(parts) if part.isdecimal() and int(part) < len(parts):
            inner = parts[int(part)]
        case DictOf(key, value) if part[:-1].isdecimal() and part[-1] in "kv":
            inner = key if part[-1] == "k" else value
        case Instance(_, attributes):
            inner = dict(attributes).get(part)
    return None if inner is None else _kind(inner, deeper, suffix, frame)


def written(shape: Shape) -> Json:
    """As `symbolicbox.building` reads it."""
    match shape:
        case Integer():
            return ["int"]
        case Floating():
            return ["float"]
        case Truth():
            return ["bool"]
        case Text():
            return ["str"]
        case Nothing():
            return ["none"]
        case ListOf(element):
            return ["list", written(element)]
        case SetOf(element):
            return ["set", written(element)]
        case ManyOf(element):
            return ["many", written(element)]
        case TupleOf(parts):
            return ["tuple", *map(written, parts)]
        case DictOf(key, value):
            return ["dict", written(key), written(value)]
        case OneOf(parts):
            return ["one of", *map(written, parts)]
        case Literal(values):
            return ["literal", *values]
        case Instance(cls, attributes):
            return ["object", cls, *([name, written(inner)] for name, inner in attributes)]


def _decoded(shape: Shape, name: str, values: Values) -> object:
    def part(inner: Shape, index: object) -> object:
        return _decoded(inner, f"{name}.{index}", values)

    size = max(0, int(values.get(f"{name}#", 0)))
    match shape:
        case Integer():
            return int(values.get(name, 0))
        case Floating():
            return float(values.get(f"{name}~", 0.0))
        case Truth():
            return values.get(f"{name}?", 0) == 1
        case Text():
            return "".join(chr(int(values.get(f"{name}.{index}", LETTER))) for index in range(size))
        case Nothing():
            return None
        case ListOf(element):
            return [part(element, index) for index in range(size)]
        case SetOf(element):
            return {part(element, index) for index in range(size)}
        case ManyOf(element):
            return tuple(part(element, index) for index in range(size))
        case TupleOf(parts):
            return tuple(part(inner, index) for index, inner in enumerate(parts))
        case DictOf(key, value):
            return {part(key, f"{index}k"): part(value, f"{index}v") for index in range(size)}
        case OneOf(parts):
            chosen = _chosen(values, name, len(parts))
            return part(parts[chosen], chosen)
        case Literal(options):
            return options[_chosen(values, name, len(options))]
        case Instance(cls, attributes):
            return Record(cls, tuple((attribute, part(inner, attribute)) for attribute, inner in attributes))


def _chosen(values: Values, name: str, options: int) -> int:
    return min(max(0, int(values.get(f"{name}?", 0))), options - 1)


def _encode(shape: Shape, name: str, value: object, found: dict[str, int | float]) -> None:
    def parts(element: Shape, items: Sequence[object]) -> None:
        found[f"{name}#"] = len(items)
        for index, item in enumerate(items):
            _encode(element, f"{name}.{index}", item, found)

    match shape, value:
        case Integer(low, high), int() if not isinstance(value, bool):
            if (low is not None and value < low) or (high is not None and value > high):
                raise Unfitting(f"{value} is out of bounds")
            found[name] = value
        case Floating(), float() | int() if not isinstance(value, bool):
            found[f"{name}~"] = float(value)
        case Truth(), bool():
            found[f"{name}?"] = int(value)
        case Text(), str():
            found[f"{name}#"] = len(value)
            found.update((f"{name}.{index}", ord(character)) for index, character in enumerate(value))
        case Nothing(), None:
            return
        case ListOf(element), list():
            parts(element, value)
        case SetOf(element), set() | frozenset():
            parts(element, sorted(value, key=repr))
        case ManyOf(element), tuple():
            parts(element, value)
        case TupleOf(inner), tuple() if len(inner) == len(value):
            for index, (shape_, item) in enumerate(zip(inner, value, strict=True)):
                _encode(shape_, f"{name}.{index}", item, found)
        case DictOf(key, content), dict():
            found[f"{name}#"] = len(value)
            for index, (k, v) in enumerate(value.items()):
                _encode(key, f"{name}.{index}k", k, found)
                _encode(content, f"{name}.{index}v", v, found)
        case OneOf(options), _:
            _encode_choice(options, name, value, found)
        case Literal(options), _:
            same = [index for index, option in enumerate(options) if option == value and type(option) is type(value)]
            if not same:
                raise Unfitting(f"{value!r} is none of {options!r}")
            found[f"{name}?"] = same[0]
        case Instance(cls, attributes), Record(cls_name, given) if cls == cls_name:
            contents = dict(given)
            for attribute, inner_shape in attributes:
                if attribute not in contents:
                    raise Unfitting(f"no attribute {attribute}")
                _encode(inner_shape, f"{name}.{attribute}", contents[attribute], found)
        case _:
            raise Unfitting(f"{type(value).__name__} is not {type(shape).__name__}")


def _encode_choice(options: Sequence[Shape], name: str, value: object, found: dict[str, int | float]) -> None:
    for index, option in enumerate(options):
        trial: dict[str, int | float] = {}
        try:
            _encode(option, f"{name}.{index}", value, trial)
        except Unfitting:
            continue
        found.update(trial)
        found[f"{name}?"] = index
        return
    raise Unfitting(f"{type(value).__name__} is none of the shapes")


def parse(annotation: str, classes: Mapping[str, Instance] | None = None) -> Shape:
    """The shape that an annotation names: `int`, `list[str]`, `dict[str, int]`, `int | None`, `Literal["a", "b"]` …

    `classes` are the shapes of classes by name. Raises `Unfitting` for anything else.
    """
    try:
        tree = ast.parse(annotation.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise Unfitting(f"no type: {annotation}") from None
    return _parsed(tree, classes or {})


_PLAIN: dict[str, Shape] = {
    "int": Integer(), "float": Floating(), "bool": Truth(), "str": Text(), "None": Nothing(),
}  # fmt: skip
_BARE: dict[str, Shape] = {
    "list": ListOf(Integer()), "tuple": ManyOf(Integer()), "set": SetOf(Integer()), "dict": DictOf(Text(), Integer()),
}  # fmt: skip


def _parsed(node: ast.expr, classes: Mapping[str, Instance]) -> Shape:
    match node:
        case ast.Constant(value=None):
            return Nothing()
        case ast.Constant(value=str() as text):
            return parse(text, classes)
        case ast.Name(id=name) | ast.Attribute(attr=name):
            known = _PLAIN.get(name) or classes.get(name) or _BARE.get(name.lower())
            if known is not None:
                return known
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            return OneOf((*_options(_parsed(left, classes)), *_options(_parsed(right, classes))))
        case ast.Subscript(value=ast.Name(id=name) | ast.Attribute(attr=name), slice=inner):
            return _generic(name, inner.elts if isinstance(inner, ast.Tuple) else [inner], classes)
    raise Unfitting(f"no shape is known for {ast.unparse(node)}")


def _options(shape: Shape) -> tuple[Shape, ...]:
    return shape.parts if isinstance(shape, OneOf) else (shape,)


def _generic(name: str, inner: Sequence[ast.expr], classes: Mapping[str, Instance]) -> Shape:
    if name == "Literal":
        values = [node.value for node in inner if isinstance(node, ast.Constant)]
        return Literal(tuple(value for value in values if value is None or isinstance(value, bool | int | str)))
    many = len(inner) == 2 and isinstance(inner[1], ast.Constant) and inner[1].value is Ellipsis
    parts = [_parsed(node, classes) for node in (inner[:1] if many else inner)]
    match name.lower(), parts:
        case (("list" | "sequence" | "iterable" | "collection"), [element]):
            return ListOf(element)
        case (("set" | "frozenset"), [element]):
            return SetOf(element)
        case "tuple", [element] if many:
            return ManyOf(element)
        case "tuple", _:
            return TupleOf(tuple(parts))
        case (("dict" | "mapping"), [key, value]):
            return DictOf(key, value)
        case "optional", [element]:
            return OneOf((*_options(element), Nothing()))
        case "union", _:
            return OneOf(tuple(option for part in parts for option in _options(part)))
    raise Unfitting(f"no shape is known for {name} of {len(parts)}")
